import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import type { UserRequest, UserResponse } from "@karst/client";
import type { Locator, Page } from "@playwright/test";
import { said, type Credentials, type Person } from "../api";
import { test as base, unique } from "./desk";

export * from "./desk";

const PASSWORD = "seven-lanterns";

interface People {
  /** An account without a password, as admins add them; removed after the test. */
  add: (form?: Partial<UserRequest>) => Promise<UserResponse>;
  /** Somebody who can sign in, with an address that is known to be theirs. */
  staff: (role?: Person) => Promise<Credentials>;
  /** An account that the test made by the console itself. */
  remember: (email: string) => void;
}

export const test = base.extend<{ people: People }>({
  people: async ({ admin }, provide) => {
    const emails = new Set<string>();
    const add = async (form: Partial<UserRequest> = {}) => {
      const user = await admin.addUser({
        firstName: "Linh",
        lastName: unique("Tran"),
        email: anAddress(),
        ...form,
      });
      emails.add(user.email);
      return user;
    };
    const staff = async (role: Person = "admin") => {
      const email = anAddress();
      cms("user add", { "--email": email, "--role": role, "--first-name": "Mai", "--last-name": "Nguyen" });
      emails.add(email);
      return { email, password: PASSWORD };
    };
    await provide({ add, staff, remember: (email) => void emails.add(email) });
    for (const email of emails) {
      // Some tests are about deleting, and some about another address.
      for (const { id } of await admin.users(`q=${encodeURIComponent(email)}`)) await admin.removeUser(id);
    }
  },
});

/** Runs a command on the guide's own machine. */
export function cms(command: string, options: Record<string, string>): string {
  const words = [...command.split(" "), ...Object.entries(options).flat()];
  const takesPassword = command === "user add";
  if (takesPassword) words.push("--password-stdin");
  return execFileSync(said("CMS"), ["--data-dir", said("GUIDE_DATA"), ...words], {
    encoding: "utf8",
    // A command that reads nothing may have ended before it is told.
    input: takesPassword ? `${PASSWORD}\n` : undefined,
  });
}

/** An address that no other test uses. */
export const anAddress = () => `${unique("linh").replace(" ", ".")}@example.org`;

/** The card of somebody. */
export const card = (page: Page, name: string): Locator =>
  page
    .getByRole("list", { name: "Users" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

/** User Management, narrowed to what a search finds. */
export async function find(page: Page, words: string): Promise<void> {
  const found = page.waitForResponse((answer) => /\/api\/admin\/users\?.*q=/.test(answer.url()));
  await page.getByRole("searchbox", { name: "Search by name or email" }).fill(words);
  await found;
}

/** Opens the menu where it is a drawer. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Open menu" });
  if (await menu.isVisible()) await menu.click();
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an authenticator app shows for `secret`, or will in `steps` times 30 seconds (RFC 6238). */
export function codeOf(secret: string, steps = 0): string {
  const bits = [...secret].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac("sha1", key).update(counter).digest();
  const start = hash.readUInt8(19) & 15;
  return String((hash.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
