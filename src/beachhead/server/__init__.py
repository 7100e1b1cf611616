"""The table across the network: an HTTP and WebSocket server for matches. Only views leave it."""
