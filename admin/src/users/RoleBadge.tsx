import AdminPanelSettingsOutlined from "@mui/icons-material/AdminPanelSettingsOutlined";
import PersonOutlined from "@mui/icons-material/PersonOutlined";
import StorefrontOutlined from "@mui/icons-material/StorefrontOutlined";
import { Box, Chip } from "@mui/material";
import type { UserResponse } from "@karst/client";
import type { ElementType } from "react";
import { t } from "../messages/users.gen";

type Role = UserResponse["role"];

export const ROLES: readonly Role[] = ["admin", "business_owner", "viewer"];

const ICONS: Record<Role, ElementType> = {
  admin: AdminPanelSettingsOutlined,
  business_owner: StorefrontOutlined,
  viewer: PersonOutlined,
};

/** The icon of a role. The badge has its name. */
export function RoleIcon({ role }: { role: Role }) {
  const Icon = ICONS[role];
  return (
    <Box
      aria-hidden
      data-role={role}
      sx={{
        display: "grid",
        placeItems: "center",
        width: 44,
        height: 44,
        flexShrink: 0,
        borderRadius: "12px",
        bgcolor: role === "viewer" ? "background.default" : "primary.subtle",
        color: role === "viewer" ? "text.secondary" : "primary.main",
      }}
    >
      <Icon />
    </Box>
  );
}

/** The name of a role. */
export function RoleBadge({ role }: { role: Role }) {
  return (
    <Chip
      size="small"
      label={t(`roles.${role}`)}
      variant={role === "viewer" ? "outlined" : "filled"}
      sx={
        role === "admin"
          ? { bgcolor: "primary.main", color: "primary.contrastText", fontWeight: 600 }
          : role === "business_owner"
            ? { bgcolor: "primary.subtle", color: "primary.main", fontWeight: 600 }
            : { color: "text.secondary" }
      }
    />
  );
}
