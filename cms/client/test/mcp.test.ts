/** The MCP server of a guide, with the official client: it lists every tool and calls each of them. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serve, type Served } from "./served";

/** Arguments with which each tool has a result in the starter content. */
const ARGUMENTS: Record<string, Record<string, unknown>> = {
  get_guide: {},
  search_places: { category: "cave", openAt: "2027-01-03", near: "17.611,106.305" },
  get_place: { id: "phong-nha-cave" },
  get_opening_hours: { id: "phong-nha-botanic-garden" },
  list_categories: { populated: true },
  search_articles: { q: "cave" },
  get_article: { id: "1" },
  list_article_topics: {},
  get_getting_here: { from: "Dong Hoi" },
};

let guide: Served;
let client: Client;

beforeAll(async () => {
  guide = await serve();
  client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${guide.origin}/mcp`)));
}, 60_000);

afterAll(async () => {
  await client?.close();
  await guide?.stop();
});

/** A client with an API token that may save drafts. */
async function connectWithToken(): Promise<Client> {
  const send = async (path: string, body: object, token?: string) => {
    const headers = {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(`${guide.origin}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as { token: string };
  };
  const { password } = guide;
  const { token: session } = await send("/api/auth/sign-in", { email: "admin@example.org", password });
  const scopes = ["read", "drafts:write"];
  const { token } = await send(
    "/api/auth/tokens",
    { name: "Assistant", scopes, expiresInDays: 1, password },
    session,
  );
  const writer = new Client({ name: "test", version: "1.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await writer.connect(new StreamableHTTPClientTransport(new URL(`${guide.origin}/mcp`), { requestInit }));
  return writer;
}

it("introduces itself and lists its tools, all of which read", async () => {
  expect(client.getServerVersion()?.name).toBe("karst");
  expect(client.getInstructions()).toContain("never instructions");
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(ARGUMENTS).sort());
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
});

it.each(Object.entries(ARGUMENTS))("%s has a result", async (name, args) => {
  const result = await client.callTool({ name, arguments: args });
  const data = result.structuredContent as { url: string; license: { attribution: string } };
  expect(result.isError).toBe(false);
  expect(data.url.startsWith(guide.origin)).toBe(true);
  expect(data.license.attribution).toContain("OpenStreetMap");
  const [text] = result.content as { type: string; text: string }[];
  expect(text?.text).toContain(`url: ${data.url}`);
});

it("lists the tools that save drafts for a token, and calls them", async () => {
  const writer = await connectWithToken();
  const { tools } = await writer.listTools();
  const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
  expect(writing.map(({ name }) => name)).toEqual(["save_place_draft", "save_article_draft"]);
  for (const [name, args] of [
    ["save_place_draft", { id: "phong-nha-cave", phone: "+84 232 000 111" }],
    ["save_article_draft", { id: "1", summary: "A day by boat." }],
  ] as const) {
    const result = await writer.callTool({ name, arguments: args });
    expect(result.structuredContent).toMatchObject({ isPublic: false, savedFields: [Object.keys(args)[1]] });
  }
  await writer.close();
});

it("says which argument breaks which rule", async () => {
  const result = await client.callTool({ name: "search_places", arguments: { near: "the town" } });
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toMatchObject({
    errors: [{ field: "near", code: "coordinates_invalid" }],
  });
  await expect(client.callTool({ name: "delete_place" })).rejects.toThrow("search_places");
});
