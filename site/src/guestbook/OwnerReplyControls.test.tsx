// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { anEntry, anOwnerReply } from "./anEntry.fixture";
import { OwnerReplyControls } from "./OwnerReplyControls";

afterEach(cleanup);

const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

// R550
test("only the owner of the place can reply, and changes the reply until it is reviewed", () => {
  const { rerender } = render(<OwnerReplyControls entry={anEntry()} />);
  expect(buttons()).toEqual([]);
  rerender(<OwnerReplyControls entry={anEntry({ ownerReply: anOwnerReply() })} />);
  expect(buttons()).toEqual([]);
  const own = anOwnerReply({ isOwn: true, status: "pending" });
  rerender(<OwnerReplyControls entry={anEntry({ ownerReply: own })} />);
  expect(buttons()).toEqual(["Change your reply", "Delete your reply"]);
  rerender(<OwnerReplyControls entry={anEntry({ ownerReply: { ...own, status: "approved" } })} />);
  expect(buttons()).toEqual(["Delete your reply"]);
});

test("the form gets the focus, and the focus stays when it is closed", () => {
  render(<OwnerReplyControls entry={anEntry({ canReply: true })} />);
  fireEvent.click(screen.getByRole("button", { name: /^Reply as / }));
  expect(document.activeElement?.tagName).toBe("TEXTAREA");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).not.toBe(document.body);
  screen.getByRole("button", { name: /^Reply as / });
});
