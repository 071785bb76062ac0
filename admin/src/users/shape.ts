import type { UserRequest, UserResponse } from "@karst/client";

/** A user as the form holds them. */
export interface UserText {
  firstName: string;
  lastName: string;
  email: string;
  role: UserResponse["role"];
  isActive: boolean;
}

/** A user for the form; without one, an empty form with the contract's defaults. */
export function toText(user?: Partial<UserResponse>): UserText {
  return {
    firstName: user?.firstName ?? "",
    lastName: user?.lastName ?? "",
    email: user?.email ?? "",
    role: user?.role ?? "viewer",
    isActive: user?.isActive ?? true,
  };
}

/** The form as the API takes it. */
export function toForm({ firstName, lastName, email, role, isActive }: UserText): UserRequest {
  return { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), role, isActive };
}

/** What a user is called: their full name, or their address when nobody has said one. */
export function fullName({
  firstName,
  lastName,
  email,
}: Pick<UserResponse, "firstName" | "lastName" | "email">) {
  return `${firstName} ${lastName}`.trim() || email;
}
