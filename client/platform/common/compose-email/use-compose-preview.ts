import { useState } from 'react'
import { composeEmail } from '#contract/mail/emails/endpoints.ts'
import { composed, type Composed, type EmailToCompose } from '#contract/mail/emails/compose.ts'
import { usePreview } from '../use-preview.ts'
import { useSend } from '#client/platform/lib/query.ts'

/** Previews an email while it’s written: who gets it, what to look at, and how it reads for each student. */
export const useComposePreview = (ask: EmailToCompose | null) => {
  const dry = useSend(composeEmail, { quiet: true })
  const { preview, error } = usePreview<Composed>({
    key: ask && JSON.stringify(ask),
    read: async (signal) => {
      if (ask === null) return null
      const { reply } = await dry.send({ body: { ...ask, dry_run: true } }, { signal })
      return 'previews' in reply ? reply : null
    },
    readIn: (data) => composed.safeParse(data).data ?? null,
    wait: 400,
  })
  // the last one stays while the next one loads, so that nothing jumps
  const [shown, setShown] = useState<Composed | null>(null)
  if (preview !== null && preview !== shown) setShown(preview)
  const isCurrent = preview !== null
  return { shown: ask === null ? null : shown, isCurrent, error: ask === null ? null : error }
}
