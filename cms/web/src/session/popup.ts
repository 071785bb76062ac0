import { ProviderError, type components } from "@karst/client";

export type FederatedProvider = components["schemas"]["Federated"];

/** On this channel the redirect page in the popup reports the result to the page that opened it. */
const CHANNEL = "karst-sign-in";
const WIDTH_PX = 500;
const HEIGHT_PX = 600;
const CLOSED_POLL_MS = 250;
/** A popup reports before it closes, and its message may still be on the way. */
const CLOSE_GRACE_MS = 1_000;

/**
 * Signs in with `provider` in a popup and waits for its result. On success the browser has the refresh cookie. Throws a
 * [`ProviderError`] if the sign-in fails or the popup is blocked or closed.
 */
export async function signInWithPopup(provider: FederatedProvider): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  let closedPoll: ReturnType<typeof setInterval> | undefined;
  try {
    const popup = open(
      `/api/auth/federated/${provider}/start?returnTo=/`,
      CHANNEL,
      `popup,width=${WIDTH_PX},height=${HEIGHT_PX},left=${centered(screenX, outerWidth, WIDTH_PX)},top=${centered(screenY, outerHeight, HEIGHT_PX)}`,
    );
    if (!popup) throw new ProviderError("popup-blocked");
    await new Promise<void>((resolve, reject) => {
      channel.onmessage = ({ data }: MessageEvent<{ ok: boolean; code?: string }>) =>
        data.ok ? resolve() : reject(new ProviderError(data.code ?? "unknown"));
      closedPoll = setInterval(() => {
        if (!popup.closed) return;
        clearInterval(closedPoll);
        setTimeout(() => reject(new ProviderError("popup-closed-by-user")), CLOSE_GRACE_MS);
      }, CLOSED_POLL_MS);
    });
  } finally {
    clearInterval(closedPoll);
    channel.close();
  }
}

function centered(start: number, available: number, size: number): number {
  return Math.round(start + Math.max(0, (available - size) / 2));
}
