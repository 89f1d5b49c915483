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

/** Waits in the same way before a 404, so that its time doesn’t tell what there once was. */
export const evenOutAbsence = async (
  services: Services,
  endpoint: Endpoint,
  startedAt: number,
  error: unknown,
): Promise<void> => {
  if (error instanceof Problem && error.code === 'not_found') await evenOut(services, endpoint, startedAt)
}
