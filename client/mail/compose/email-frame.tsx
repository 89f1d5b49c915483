import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { currentBase } from '#client/platform/lib/host.ts'
import { storedTheme, type Theme } from '#client/platform/ui/styles/theme.ts'

interface EmailFrameProps {
  /** The whole email, as it's sent. */
  html: string
  /** The accessible name: the subject of the email. */
  title: string
  /** The color scheme of the reader’s device; by default the one chosen in Shipmate. */
  theme?: Theme
  /** The width in pixels for which it's shown, scaled down if it doesn't fit; by default the width that is there. */
  width?: number
}

const height = z.object({ emailHeight: z.number() })

/** Pixels before the email says how high it is, and the most it gets: longer ones scroll. */
const [firstHeight, mostHeight] = [320, 4000]

/**
 * Renders an email exactly as it's sent, in a separate document (`server/platform/http/email-frame.ts`): nothing in it
 * runs, and its links open in a new tab.
 */
export const EmailFrame = ({ html, title, theme = storedTheme(), width }: EmailFrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [shownHeight, setShownHeight] = useState(firstHeight)
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow) return
      if (data === 'email-frame-ready') setIsReady(true)
      const told = z.safeParse(height, data)
      if (told.success) setShownHeight(Math.min(mostHeight, Math.ceil(told.data.emailHeight)))
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    // the document's origin is opaque, so no target can name it
    if (isReady) frame.current?.contentWindow?.postMessage(inTheme(html, theme), '*')
  }, [html, theme, isReady])
  const place = useRef<HTMLDivElement>(null)
  const room = useWidth(place)
  const scale = width === undefined || room === 0 ? 1 : Math.min(1, room / width)
  return (
    <div ref={place} className="overflow-hidden" style={{ height: shownHeight * scale }}>
      <iframe
        ref={frame}
        src={`${currentBase()}/api/email-frame`}
        title={title}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        style={{ height: shownHeight, width: width ?? '100%', scale: String(scale) }}
        className="mx-auto block origin-top-left rounded-control shadow-line"
      />
    </div>
  )
}

/** Returns the width of an element in pixels; 0 before it's known. */
const useWidth = (element: { readonly current: HTMLElement | null }): number => {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const measured = element.current
    if (!measured) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** Returns an email as a reader with a color scheme sees it. */
const inTheme = (html: string, theme: Theme): string =>
  theme === 'system'
    ? html
    : html.replaceAll('(prefers-color-scheme: dark)', theme === 'dark' ? 'all' : 'not all')
