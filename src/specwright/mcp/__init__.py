"""An MCP server: other agents solve, judge and verify through tools, and can be the model themselves."""
