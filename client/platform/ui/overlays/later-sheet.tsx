import type { ComponentProps } from 'react'
import { useIsDue } from '../states/first-screen.ts'
import { later } from '../states/later.tsx'
import type { Sheet } from './sheet.tsx'

const Lazy = later(async () => (await import('./sheet.tsx')).Sheet)

/** Renders a `Sheet` on a first screen; its code loads when it opens, or when the page is idle. */
export const LaterSheet = (props: ComponentProps<typeof Sheet>) => useIsDue(props.open) && <Lazy {...props} />
