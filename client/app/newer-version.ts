import { useEffect } from 'react'
import { useToast } from '#client/ui/overlays/toast.tsx'

/** What has happened where a part of the page is not there: a newer version stands, or the way to the server is bad. */
const words = {
  newer: {
    title: 'A newer version of Shipmate is there',
    description: 'Parts of this page no longer open. Reload to go on; forms keep what you typed.',
  },
  missing: {
    title: 'A part of this page did not load',
    description: 'Check your connection, then reload. Forms keep what you typed.',
  },
} as const

/** The script that this page began with: its name differs from version to version. */
const entryOf = (page: Document): string | null =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null

/** Whether the server gives another page than this one. A server that does not answer gives none. */
const isNewer = async (): Promise<boolean> => {
  try {
    const reply = await fetch('/', { cache: 'no-store' })
    const entry = entryOf(new DOMParser().parseFromString(await reply.text(), 'text/html'))
    return reply.ok && entry !== null && entry !== entryOf(document)
  } catch {
    return false
  }
}

/** Once the parts are gone it is too late to load what tells of them, and what asks before something typed is left. */
const loadAhead = (): void => {
  void Promise.allSettled([
    import('#client/ui/overlays/toast-viewport.tsx'),
    import('#client/ui/overlays/confirm-dialog.tsx'),
  ])
}

/**
 * Tells of a part of the page that could not be loaded, and offers to reload: after a new version was installed, the parts
 * that an open page has not loaded yet are gone. Where the whole next screen is missing, `reload-once.ts` goes on by itself.
 */
export const useNewerVersion = (): void => {
  const toast = useToast()
  useEffect(() => {
    loadAhead()
    let isAsking = false
    let shown = ''
    const tell = async () => {
      if (isAsking) return
      isAsking = true
      const told = words[(await isNewer()) ? 'newer' : 'missing']
      isAsking = false
      toast.close(shown)
      const action = { label: 'Reload', onAction: () => window.location.reload() }
      shown = toast.show({ ...told, action, timeout: 0 })
    }
    const onMissing = () => void tell()
    window.addEventListener('vite:preloadError', onMissing)
    return () => window.removeEventListener('vite:preloadError', onMissing)
  }, [toast])
}
