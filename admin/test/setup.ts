import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Looking for a role among all of a long form's takes seconds on a busy machine: far longer than what is waited for.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});
