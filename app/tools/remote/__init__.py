"""Remote tools: a host app lends its server's tools, after the remote-tools document."""
