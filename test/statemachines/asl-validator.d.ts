/** The package's own declarations lie where its export map does not point. */
declare module "asl-validator" {
  export default function validate(definition: unknown): {
    isValid: boolean;
    errorsText: (separator?: string) => string;
  };
}
