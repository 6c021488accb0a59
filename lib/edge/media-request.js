/**
 * CloudFront function: removes the prefix of links, because the rest of the path is the key of the object. CloudFront has
 * verified the signature of the link by then.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  var request = event.request;
  request.uri = request.uri.replace(/^\/media\//, "/");
  return request;
}
