"""Host tools: versioned event tools of a host, called server to server, and the proposals they leave for people."""
