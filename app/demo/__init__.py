"""The demo shop Northwind. It imports nothing from its neighbours: what it says to the assistant is HTTP and markup."""

from app.demo.settings import AssistSettings, ShopSettings
from app.demo.shop import create_shop

__all__ = ["AssistSettings", "ShopSettings", "create_shop"]
