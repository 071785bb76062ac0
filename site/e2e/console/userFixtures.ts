import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import type { UserRequest, UserResponse } from "@karst/client";
import type { Locator, Page } from "@playwright/test";
import { requiredEnv, type Credentials, type Role } from "../api";
import { test as base, unique, uniqueEmail } from "./fixtures";

export * from "./fixtures";

const PASSWORD = "seven-lanterns";

interface UserFactory {
  /** Adds an account without a password, as an admin does. It is removed after the test. */
  create: (form?: Partial<UserRequest>) => Promise<UserResponse>;
  /** Adds an account with a password and a verified address. It is removed after the test. */
  createStaff: (role?: Role) => Promise<Credentials>;
  /** Removes this account after the test, which created it in the console. */
  track: (email: string) => void;
}

export const test = base.extend<{ userFactory: UserFactory }>({
  userFactory: async ({ admin }, provide) => {
    const emails = new Set<string>();
    const create = async (form: Partial<UserRequest> = {}) => {
      const user = await admin.addUser({
        firstName: "Linh",
        lastName: unique("Tran"),
        email: uniqueEmail("linh"),
        ...form,
      });
      emails.add(user.email);
      return user;
    };
    const createStaff = async (role: Role = "admin") => {
      const email = uniqueEmail("linh");
      runCms("user add", {
        "--email": email,
        "--role": role,
        "--first-name": "Mai",
        "--last-name": "Nguyen",
      });
      emails.add(email);
      return { email, password: PASSWORD };
    };
    await provide({ create, createStaff, track: (email) => void emails.add(email) });
    for (const email of emails) {
      // The test may have deleted the account or changed its address.
      for (const { id } of await admin.users(`q=${encodeURIComponent(email)}`)) await admin.removeUser(id);
    }
  },
});

/** Runs a command of `cms` on the data of the guide under test. */
export function runCms(command: string, options: Record<string, string>): string {
  const args = [...command.split(" "), ...Object.entries(options).flat()];
  const takesPassword = command === "user add";
  if (takesPassword) args.push("--password-stdin");
  return execFileSync(requiredEnv("CMS"), ["--data-dir", requiredEnv("GUIDE_DATA"), ...args], {
    encoding: "utf8",
    // A command that reads no input may have ended before the write.
    input: takesPassword ? `${PASSWORD}\n` : undefined,
  });
}

/** The card of a user in the list. */
export const userCard = (page: Page, name: string): Locator =>
  page
    .getByRole("list", { name: "Users" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

/** Searches User Management, which is open. */
export async function searchUsers(page: Page, query: string): Promise<void> {
  const response = page.waitForResponse((one) => /\/api\/admin\/users\?.*q=/.test(one.url()));
  await page.getByRole("searchbox", { name: "Search by name or email" }).fill(query);
  await response;
}

/** Opens the navigation if it is a drawer. */
export async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Open menu" });
  if (await menu.isVisible()) await menu.click();
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The TOTP code (RFC 6238) of `secret`, now or in `steps` times 30 seconds. */
export function totpCode(secret: string, steps = 0): string {
  const bits = [...secret]
    .map((character) => BASE32.indexOf(character).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac("sha1", key).update(counter).digest();
  const start = hash.readUInt8(19) & 15;
  return String((hash.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
