// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { usePosition } from "./usePosition";

const getCurrentPosition = vi.fn<Geolocation["getCurrentPosition"]>();

beforeEach(() => {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", { geolocation: { getCurrentPosition } });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  getCurrentPosition.mockReset();
});

const render = () => renderHook(() => usePosition()).result;

// R214
it("asks the device only when locate is called", () => {
  const hook = render();
  expect(getCurrentPosition).not.toHaveBeenCalled();
  act(() => hook.current.locate());
  expect(hook.current.position).toEqual({ status: "locating" });
  const coords = { latitude: 17.6, longitude: 106.3 } as GeolocationCoordinates;
  act(() => getCurrentPosition.mock.calls[0]![0]({ coords } as GeolocationPosition));
  expect(hook.current.position).toEqual({
    status: "known",
    point: { latitude: 17.6, longitude: 106.3 },
    isDevice: true,
  });
});

it.each([
  [1, "denied"],
  [2, "unavailable"],
  [3, "late"],
])("maps the error code %s to %s", (code, reason) => {
  const hook = render();
  act(() => hook.current.locate());
  act(() => getCurrentPosition.mock.calls[0]![1]!({ code } as GeolocationPositionError));
  expect(hook.current.position).toEqual({ status: "failed", reason });
});

it("fails without asking the device over an insecure connection", () => {
  vi.stubGlobal("isSecureContext", false);
  const hook = render();
  act(() => hook.current.locate());
  expect(hook.current.position).toEqual({ status: "failed", reason: "insecure" });
  expect(getCurrentPosition).not.toHaveBeenCalled();
});

it("measures from another point, which is not the position of the device", () => {
  const hook = render();
  act(() => hook.current.measureFrom({ latitude: 17.48, longitude: 106.45 }));
  expect(hook.current.position).toMatchObject({ status: "known", isDevice: false });
});
