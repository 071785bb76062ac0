import {
  unwrap,
  type AccountDeletionRequest,
  type PasswordChangeRequest,
  type ProfileChanges,
  type ProfileResponse,
} from "@karst/client";
import { download } from "@karst/web/download";
import { queryOptions } from "@tanstack/react-query";
import { refetch } from "@/api/queryClient";
import { apiClient } from "@/auth/apiClient";
import { getSession } from "@/auth/authStore";

export const PROFILE_KEY = "/api/auth/account";
export const SESSIONS_KEY = "/api/auth/sessions";

export const profileQuery = (uid: string) =>
  queryOptions({ queryKey: [PROFILE_KEY, uid], queryFn: () => unwrap(apiClient.GET("/api/auth/account")) });

/** The data export of an account, which includes its entries and comments with their statuses. */
export const exportQuery = (uid: string) =>
  queryOptions({
    queryKey: ["/api/auth/account/export", uid],
    queryFn: () => unwrap(apiClient.GET("/api/auth/account/export")),
  });

export const sessionsQuery = (uid: string) =>
  queryOptions({ queryKey: [SESSIONS_KEY, uid], queryFn: () => unwrap(apiClient.GET("/api/auth/sessions")) });

/** The identity provider, and whether the server sends email. */
export const signInConfigQuery = queryOptions({
  queryKey: ["/api/firebase-config"],
  queryFn: () => unwrap(apiClient.GET("/api/firebase-config")),
});

export async function saveProfile(body: ProfileChanges): Promise<ProfileResponse> {
  const profile = await unwrap(apiClient.PUT("/api/auth/account", { body }));
  (await getSession()).applyAccountChange({ user: profile });
  await refetch(PROFILE_KEY);
  return profile;
}

/** The server ends all sessions; the response starts a new one for this browser. */
export async function changePassword(body: PasswordChangeRequest): Promise<void> {
  const { token, user } = await unwrap(apiClient.PUT("/api/auth/password", { body }));
  (await getSession()).applyAccountChange({ token, user });
  await refetch(SESSIONS_KEY);
}

export const sendVerification = () => apiClient.POST("/api/auth/verification");

export async function endSession(id: string): Promise<void> {
  await apiClient.DELETE("/api/auth/sessions/{id}", { params: { path: { id } } });
  await refetch(SESSIONS_KEY);
}

export async function signOutEverywhere(): Promise<void> {
  await apiClient.POST("/api/auth/sign-out-everywhere");
  await (await getSession()).discard();
}

export async function unlink(provider: ProfileResponse["federated"][number]): Promise<void> {
  await apiClient.DELETE("/api/auth/federated/{provider}", { params: { path: { provider } } });
  await refetch(PROFILE_KEY);
}

export const sendDeletionCode = () => apiClient.POST("/api/auth/account/deletion-code");

export async function deleteAccount(body: AccountDeletionRequest): Promise<void> {
  await apiClient.DELETE("/api/auth/account", { body });
  await (await getSession()).discard();
}

/** Starts a browser download of the data export. */
export async function downloadData(): Promise<void> {
  const blob = await unwrap(apiClient.GET("/api/auth/account/export", { parseAs: "blob" }));
  download(blob, "account.json");
}
