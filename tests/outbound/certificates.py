"""A throw-away certificate authority, and what a server could show that it signed or didn't."""

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

_DAY = timedelta(days=1)


class Authority:
    """Signs for any host; `trust` is a client's context that knows it and nobody else."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Throw-away authority")])
        usage = x509.KeyUsage(
            digital_signature=True,
            key_cert_sign=True,
            crl_sign=True,
            content_commitment=False,
            key_encipherment=False,
            data_encipherment=False,
            key_agreement=False,
            encipher_only=False,
            decipher_only=False,
        )
        own = _builder(self._name, self._name, self._key.public_key(), datetime.now(UTC) + _DAY)
        own = own.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        self._certificate = own.add_extension(usage, critical=True).sign(self._key, SHA256())

    @property
    def file(self) -> Path:
        """The authority's own certificate."""
        path = self._folder / "authority.pem"
        path.write_bytes(self._certificate.public_bytes(Encoding.PEM))
        return path

    @property
    def trust(self) -> ssl.SSLContext:
        pem = self._certificate.public_bytes(Encoding.PEM).decode()
        return ssl.create_default_context(cadata=pem)

    def server(self, host: str, *, expired: bool = False, self_signed: bool = False) -> ssl.SSLContext:
        """A server's context with a certificate for `host`."""
        key = ec.generate_private_key(ec.SECP256R1())
        ends = datetime.now(UTC) - _DAY if expired else datetime.now(UTC) + _DAY
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
        issuer, signing = (name, key) if self_signed else (self._name, self._key)
        builder = _builder(name, issuer, key.public_key(), ends)
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        certificate = builder.sign(signing, SHA256())
        file = self._folder / f"{host}-{expired}-{self_signed}.pem"
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        file.write_bytes(private + certificate.public_bytes(Encoding.PEM))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context


def _builder(
    name: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, ends: datetime
) -> x509.CertificateBuilder:
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(issuer).public_key(key)
    builder = builder.serial_number(x509.random_serial_number())
    return builder.not_valid_before(datetime.now(UTC) - 10 * _DAY).not_valid_after(ends)
