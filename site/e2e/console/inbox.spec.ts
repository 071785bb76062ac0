import { CONSOLE, expect, expectAccessible, field, test, toast, unique, uniqueEmail } from "./fixtures";

// R232
test("a contact message is read, answered by email, noted and marked, and the overview counts it", async ({
  page,
  signIn,
  publicApi,
  admin,
  monitor,
}) => {
  monitor.allow(/412 \(Precondition Failed\)/);
  const subject = unique("A boat for twelve");
  const email = uniqueEmail("dao");
  const { id } = await publicApi.sendMessage({
    name: "Trần Thị Đào",
    email,
    subject,
    message: "Có thuyền cho mười hai người không?",
    type: "travel",
  });
  await signIn("admin");
  await page.goto(CONSOLE);
  const pendingWork = page.getByRole("region", { name: "Waiting for you" });
  await expect(pendingWork.getByText("Answered within 24 hours")).toBeVisible();
  await pendingWork.getByRole("link", { name: /unanswered message/ }).click();
  const row = page.getByRole("listitem").filter({ hasText: subject });
  await expect(row.getByText(/Reply due in (23|24) hours/)).toBeVisible();
  await expectAccessible(page, "inbox");
  await row.getByRole("link", { name: `Open: ${subject}` }).click();
  const dialog = page.getByRole("dialog", { name: subject });
  await expect(dialog.getByRole("link", { name: "Reply by email" })).toHaveAttribute(
    "href",
    new RegExp(`^mailto:${email}\\?subject=Re%3A`),
  );
  await expectAccessible(page, "message");
  await field(page, "Note").fill("Two boats");
  await admin.updateMessage(id, { note: "One boat" });
  await dialog.getByRole("button", { name: "Mark as answered" }).click();
  const conflict = page.getByRole("dialog", { name: "Someone else changed this message" });
  await conflict.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(toast(page, "Message marked as answered")).toBeVisible();
  await expect(dialog.getByText("Answered on time")).toBeVisible();
  expect(await admin.message(id)).toMatchObject({ status: "answered", note: "Two boats" });
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("tab", { name: "Answered" }).click();
  await expect(row).toBeVisible();

  await row.getByRole("link", { name: `Open: ${subject}` }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  const confirmDialog = page.getByRole("dialog", { name: "Delete this message?" });
  await expect(confirmDialog).toContainText("You can undo this for 10 minutes");
  await confirmDialog.getByRole("button", { name: "Delete" }).click();
  await expect(row).toHaveCount(0);
  await toast(page, "Message deleted").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Message restored")).toBeVisible();
  await expect(row).toBeVisible();
  expect(await admin.message(id)).toMatchObject({ status: "answered", note: "Two boats" });
  await admin.removeMessage(id);
});
