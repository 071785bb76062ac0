import type { RenderFailure } from "@karst/client";
import { Api } from "../api";
import { expect, test } from "../fixtures";
import { createGuide, PASSWORD, type GuideServer } from "../guideServer";

const EMAIL = "linh@example.org";
const LIST = "/inspiration";

let guide: GuideServer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  guide = await createGuide();
  guide.cms("user", "add", "--email", EMAIL, "--role", "admin", "--password-stdin");
  await guide.start({});
});

test.afterAll(() => guide.dispose());

// R443
test("a page that fails to render keeps its last version and is listed until it renders", async ({
  request,
}) => {
  test.setTimeout(120_000);
  const admin = await Api.signedIn({ email: EMAIL, password: PASSWORD }, guide.origin);
  const failing = async (): Promise<RenderFailure[]> => {
    const headers = { authorization: `Bearer ${admin.token}` };
    return (await request.get(`${guide.origin}/api/admin/render-failures`, { headers })).json();
  };
  const list = async () => {
    const answer = await request.get(guide.origin + LIST);
    expect(answer.status()).toBe(200);
    return answer.text();
  };
  const [broken, other] = await admin.articles();
  if (!broken || !other) throw new Error("two articles are needed");
  expect(await list()).toContain(other.title);
  expect(await failing()).toEqual([]);

  // A value that no API call stores: the API answers 500 for every list that has it.
  guide.sql(`update article set updated_at = 'broken' where id = ${broken.id}`);
  const title = "Seven lanterns on the river";
  await admin.updateArticle(other.id, { title });
  await expect(async () => {
    const failure = (await failing()).find(({ path }) => path === LIST);
    expect(failure).toMatchObject({ kind: null, reason: "The renderer answered 500" });
  }).toPass({ timeout: 20_000 });
  // Tried again, it still fails: the renderer does not pass its former page off as the new one.
  await expect(list()).resolves.not.toContain(title);
  expect((await failing()).map(({ path }) => path)).toContain(LIST);

  guide.sql(`update article set updated_at = ${Date.now()} where id = ${broken.id}`);
  await expect(async () => expect(await failing()).toEqual([])).toPass({ timeout: 60_000 });
  expect(await list()).toContain(title);
});
