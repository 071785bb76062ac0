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
  const listFailures = async (): Promise<RenderFailure[]> => {
    const headers = { authorization: `Bearer ${admin.token}` };
    return (await request.get(`${guide.origin}/api/admin/render-failures`, { headers })).json();
  };
  const fetchList = async () => {
    const response = await request.get(guide.origin + LIST);
    expect(response.status()).toBe(200);
    return response.text();
  };
  const [broken, other] = await admin.articles();
  if (!broken || !other) throw new Error("two articles are needed");
  expect(await fetchList()).toContain(other.title);
  expect(await listFailures()).toEqual([]);

  // The API stores no such value. With it, every list that contains the article fails with 500.
  guide.sql(`update article set updated_at = 'broken' where id = ${broken.id}`);
  const title = "Seven lanterns on the river";
  await admin.updateArticle(other.id, { title });
  await expect(async () => {
    const failure = (await listFailures()).find(({ path }) => path === LIST);
    expect(failure).toMatchObject({ kind: null, reason: "The renderer returned 500" });
  }).toPass({ timeout: 20_000 });
  // It still fails when it is retried: the renderer does not return its previous page as the new one.
  await expect(fetchList()).resolves.not.toContain(title);
  expect((await listFailures()).map(({ path }) => path)).toContain(LIST);

  guide.sql(`update article set updated_at = ${Date.now()} where id = ${broken.id}`);
  await expect(async () => expect(await listFailures()).toEqual([])).toPass({ timeout: 60_000 });
  expect(await fetchList()).toContain(title);
});
