/**
 * CloudFront function: every path below /console that is not a file is a screen of the console, which index.html shows.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  var request = event.request;
  if (!/^\/console\/([\w-]+\/)*[\w-]+\.(js|css|json|woff2|ttf)$/.test(request.uri))
    request.uri = "/console/index.html";
  return request;
}
