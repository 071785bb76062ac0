import { unwrap, type SecondFactorEnrollmentRequest, type PasswordConfirmation } from "@karst/client";
import { karst } from "../api";

/** The calls for the signed-in account. */
export const ownAccount = {
  profile: () => unwrap(karst.GET("/api/auth/account")),

  beginSecondFactor: (body: SecondFactorEnrollmentRequest) =>
    unwrap(karst.POST("/api/auth/second-factor", { body })),
  async confirmSecondFactor(code: string): Promise<string[]> {
    const response = await unwrap(karst.POST("/api/auth/second-factor/confirm", { body: { code } }));
    return response.recoveryCodes;
  },
  removeSecondFactor: (body: PasswordConfirmation) => karst.DELETE("/api/auth/second-factor", { body }),
};
