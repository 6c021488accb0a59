/** The package's export map does not include its type declarations. */
declare module "asl-validator" {
  export default function validate(definition: unknown): {
    isValid: boolean;
    errorsText: (separator?: string) => string;
  };
}
