// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PhotoFields } from "./PhotoFields";

afterEach(cleanup);

test("one button opens the file picker and adds photos", () => {
  const add = vi.fn();
  const { container } = render(<PhotoFields photos={[]} add={add} remove={vi.fn()} describe={vi.fn()} />);
  const input = container.querySelector<HTMLInputElement>('input[type="file"]')!;
  // The accessibility tree has the button alone.
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Add photos"]);
  expect(screen.queryByLabelText("Add photos")).toBeNull();
  expect(input.hidden).toBe(true);
  const click = vi.spyOn(input, "click");
  fireEvent.click(screen.getByRole("button", { name: "Add photos" }));
  expect(click).toHaveBeenCalledOnce();
  fireEvent.change(input, { target: { files: [new File(["mist"], "mist.png")] } });
  expect(add).toHaveBeenCalledOnce();
});
