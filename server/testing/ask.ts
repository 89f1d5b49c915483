import type { Endpoint, Sent } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import type { AskWorld, TestFile } from './ask-world.ts'

type Contract = typeof contract

/** What is sent to an endpoint, whole and valid. */
export type Asked<E extends Endpoint> = Sent<E> &
  (E extends { readonly upload: true } ? { file: TestFile } : unknown)

type Asking<E> = E extends Endpoint ? (world: AskWorld) => Promise<Asked<E>> | Asked<E> : never

/** A valid ask for every endpoint of the contract: a new endpoint without one does not compile. */
export type Asks = {
  readonly [R in keyof Contract]: { readonly [K in keyof Contract[R]]: Asking<Contract[R][K]> }
}

/** `{id}` of a path. */
export const idOf = (value: number) => ({ params: { id: String(value) } })
