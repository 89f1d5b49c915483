import type { Endpoint, ClientRequest } from '#contract/platform/endpoint.ts'
import type { contract } from '#contract/app/contract.ts'
import type { RequestWorld, TestFile } from './request-world.ts'

type Contract = typeof contract

/** A complete, valid request to an endpoint. */
export type TestRequest<E extends Endpoint> = ClientRequest<E> &
  (E extends { readonly upload: true } ? { file: TestFile } : unknown)

type RequestBuilder<E> = E extends Endpoint
  ? (world: RequestWorld) => Promise<TestRequest<E>> | TestRequest<E>
  : never

/** A valid request for every endpoint of the contract. A new endpoint without one doesn’t compile. */
export type TestRequests = {
  readonly [R in keyof Contract]: { readonly [K in keyof Contract[R]]: RequestBuilder<Contract[R][K]> }
}

/** `{id}` of a path. */
export const idOf = (value: number) => ({ params: { id: String(value) } })
