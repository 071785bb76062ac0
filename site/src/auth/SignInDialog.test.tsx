// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { toasts } from "@/ui/toast/toastStore";
import type { SignInConfigResponse } from "@karst/client";
import type { Session } from "./session";
import { SignInDialog } from "./SignInDialog";

afterEach(cleanup);

// R31
test.each([
  ["builtin", true, "Welcome, Mai! We emailed you a link to verify your address."],
  ["builtin", false, "Welcome, Mai!"],
  ["firebase", false, "Welcome, Mai! We emailed you a link to verify your address."],
] as const)("a sign-up with provider %s and mail %s is confirmed", async (provider, mail, text) => {
  const session = { signUp: async () => ({ firstName: "Mai" }) } as unknown as Session;
  const config = { provider, mail, federated: [], passwordMinLength: 6 } as unknown as SignInConfigResponse;
  const onClose = vi.fn();
  render(<SignInDialog isOpen onClose={onClose} session={session} config={config} />);
  fireEvent.click(screen.getByText("Don't have an account? Sign up"));
  const values = {
    "First name": "Mai",
    "Last name": "Lê",
    Email: "mai@example.org",
    Password: "seven-lanterns",
  };
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(screen.getByText("Create Account", { selector: "button" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(toasts.current()).toMatchObject({ title: "Account created successfully", text });
});
