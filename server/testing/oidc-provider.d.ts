/** The parts of oidc-provider that tests use; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  interface Context {
    readonly oidc: {
      readonly provider: Provider
      readonly client: { readonly clientId: string }
      readonly session: { readonly accountId: string }
    }
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Client: { readonly prototype: { redirectUriAllowed: (uri: string) => boolean } }
    use(
      middleware: (context: { path: string; body: unknown }, next: () => Promise<void>) => Promise<void>,
    ): void
    readonly Grant: new (values: { clientId: string; accountId: string }) => Grant
    callback(): RequestListener
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
