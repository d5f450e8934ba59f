"""Operations of a world as tools: of Inspect (`inspect_tools`, `belt`) and over MCP (`mcp_server`)."""
