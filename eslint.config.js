import js from "@eslint/js";
import hooks from "eslint-plugin-react-hooks";
import typescript from "typescript-eslint";

export default typescript.config(
  { ignores: ["**/dist/", "**/.next/", "**/*.gen.ts", "**/next-env.d.ts", "**/node_modules/"] },
  js.configs.recommended,
  ...typescript.configs.recommended,
  hooks.configs.flat["recommended-latest"],
  {
    rules: {
      // A name that begins with an underscore says that it is not used on purpose.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-undef": "off",
      eqeqeq: "error",
    },
  },
);
