import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { Services } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

/** Waits until the next full step of the endpoint’s time, after the commit. */
export const evenOut = async (
  { pause }: Services,
  { evenTime }: Endpoint,
  startedAt: number,
): Promise<void> => {
  if (evenTime !== undefined) await pause(evenTime - ((performance.now() - startedAt) % evenTime))
}

/** Failures whose time could tell what there is, or once was. */
const tellingFailures: ReadonlySet<string> = new Set(['not_found', 'invalid'])

/** Waits in the same way before a failure that says that something wasn’t found, or was wrong. */
export const evenOutFailure = async (
  services: Services,
  endpoint: Endpoint,
  startedAt: number,
  error: unknown,
): Promise<void> => {
  if (error instanceof Problem && tellingFailures.has(error.code))
    await evenOut(services, endpoint, startedAt)
}
