import { unwrap, type ApiTokenRequest } from "@karst/client";
import { karst } from "../api";

/** The calls for API tokens. */
export const apiTokens = {
  own: () => unwrap(karst.GET("/api/auth/tokens")),
  create: (body: ApiTokenRequest) => unwrap(karst.POST("/api/auth/tokens", { body })),
  revokeOwn: (id: number) => karst.DELETE("/api/auth/tokens/{id}", { params: { path: { id } } }),

  ofUser: (id: string) => unwrap(karst.GET("/api/admin/users/{id}/tokens", { params: { path: { id } } })),
  revokeOfUser: (id: string, tokenId: number) =>
    karst.DELETE("/api/admin/users/{id}/tokens/{tokenId}", { params: { path: { id, tokenId } } }),
};

export const OWN_TOKENS_KEY = ["account", "tokens"];
export const userTokensKey = (id: string) => ["users", "tokens", id];
