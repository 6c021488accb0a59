/** Returns the response to a link that is not valid, in the form that CloudFront and S3 give it. */
export const accessDenied = (requestId: string): { status: number; contentType: string; body: string } => ({
  status: 403,
  contentType: "application/xml",
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>${requestId}</RequestId></Error>`,
});
