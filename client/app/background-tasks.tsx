import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { listUntoldJobs } from '#contract/platform/jobs/endpoints.ts'
import { isAdmin } from '#contract/platform/access.ts'
import type { Me } from '#contract/accounts/auth/shapes.ts'
import { countQueues } from '#contract/review/form-submissions/endpoints.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { later } from '#client/platform/ui/states/later.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { useFormsChanged } from '#client/platform/common/live-rows.ts'
import { formsToReviewKey } from './forms-to-review.ts'
import { CommandPalette, type CommandPaletteProps } from './command-palette.tsx'
import { ConnectionNote } from './connection-note.tsx'
import type { Place } from './place.ts'

/**
 * Mounts parts that run alongside the screens, after these have loaded: background jobs, the number of forms to review, the offline note,
 * failed parts and the command palette. The palette is mounted before it's opened, because users type a name right after ⌘K, and
 * the keys would go to the focused control.
 */
export const BackgroundTasks = (palette: CommandPaletteProps) => {
  useNewerVersion()
  return (
    <>
      <UnfinishedWork />
      <FormsToReview user={palette.user} place={palette.place} />
      <ConnectionNote />
      <CommandPalette {...palette} />
    </>
  )
}

const Resumed = later(async () => (await import('./resumed.tsx')).Resumed)

/**
 * Loads unfinished background jobs once after the page opens: tracks running ones, unless this page already does, and
 * reports those that ended.
 */
const UnfinishedWork = () => {
  const { data = [] } = useAsk(listUntoldJobs, {}, { staleTime: Infinity })
  return data.map((job) => <Resumed key={job.id} job={job} />)
}

/** Messages for a part of the page that didn't load: a newer version is installed, or the connection is bad. */
const words = {
  newer: {
    title: 'A new version of Shipmate is available',
    description: 'Reload to keep working. Your drafts are saved.',
  },
  missing: {
    title: 'Part of this page didn’t load',
    description: 'Check your connection, then reload. Your drafts are saved.',
  },
} as const

/** This page's script; its name differs between versions. */
const entryOf = (page: Document): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null

/** Returns whether the server has a different page than this one; false if it doesn't respond. */
const isNewer = async (): Promise<boolean> => {
  try {
    const reply = await fetch('/', { cache: 'no-store' })
    const entry = entryOf(new DOMParser().parseFromString(await reply.text(), 'text/html'))
    return reply.ok && entry !== null && entry !== entryOf(document)
  } catch {
    return false
  }
}

/** The toaster and the confirmation load first: once the parts are gone, they can't be loaded. */
const loadAhead = (): void => {
  void Promise.allSettled([
    import('#client/platform/ui/overlays/toast-viewport.tsx'),
    import('#client/platform/ui/overlays/confirm-dialog.tsx'),
  ])
}

/**
 * Reports a part of the page that couldn't be loaded, and offers to reload: after a new version is installed, the
 * parts that an open page hasn't loaded are gone. If a whole screen is missing, `reload-once.ts` handles it.
 */
const useNewerVersion = (): void => {
  const toast = useToast()
  useEffect(() => {
    loadAhead()
    let isAsking = false
    let shown = ''
    const report = async () => {
      if (isAsking) return
      isAsking = true
      const message = words[(await isNewer()) ? 'newer' : 'missing']
      isAsking = false
      toast.close(shown)
      const action = { label: 'Reload', onAction: () => window.location.reload() }
      shown = toast.show({ ...message, action, timeout: 0 })
    }
    const onMissing = () => void report()
    window.addEventListener('vite:preloadError', onMissing)
    return () => window.removeEventListener('vite:preloadError', onMissing)
  }, [toast])
}

/** Keeps the number of forms to review in the sidebar up to date. Renders nothing. */
const FormsToReview = ({ user, place }: { user: Me; place: Place }) =>
  isAdmin(user) && place.period !== null ? <Counted key={place.period} period={place.period} /> : null

/** Milliseconds between reloads that find what a live update missed. */
const minute = 60_000

const Counted = ({ period }: { period: number }) => {
  const client = useQueryClient()
  const { data, refetch } = useAsk(
    countQueues,
    { query: { period_id: String(period) } },
    { refetchInterval: minute },
  )
  useFormsChanged(period, () => void refetch())
  useEffect(() => {
    if (data) client.setQueryData(formsToReviewKey(period), data.to_review)
  }, [client, period, data])
  return null
}
