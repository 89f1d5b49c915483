import type { CheckedLink } from '#contract/mail/email-templates/shapes.ts'
import type { Services } from '#server/platform/context.ts'
import { findLinkProblem } from '#server/platform/lib/link-problem.ts'
import { createOutbound } from '#server/platform/lib/outbound.ts'

/** Links requested at the same time, and the milliseconds for all of them. */
const [maxParallel, patience] = [4, 20_000]

/** Requests links and returns which ones don’t work, in their order. */
export const checkLinks = async (
  { settings }: { readonly settings: Pick<Services['settings'], 'outboundPrivateHosts'> },
  urls: readonly string[],
): Promise<CheckedLink[]> => {
  const outbound = createOutbound(settings.outboundPrivateHosts)
  const ends = performance.now() + patience
  const waiting = [...new Set(urls)]
  // a Map keeps the order in which its keys were first set
  const found = new Map<string, string | null>(waiting.map((url) => [url, null]))
  const lane = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift())
      found.set(
        url,
        performance.now() < ends
          ? await findLinkProblem(outbound, url)
          : 'wasn’t checked, because others are slow',
      )
  }
  try {
    await Promise.all(Array.from({ length: maxParallel }, lane))
  } finally {
    await outbound.close()
  }
  return [...found].map(([url, problem]) => ({ url, problem }))
}
