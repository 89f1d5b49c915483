import type { ReactNode } from 'react'
import { Breadcrumb } from './breadcrumb.tsx'
import { cx } from '../cx.ts'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

export interface PageHeaderProps {
  title: ReactNode
  /** The browser tab's title where `title` is no plain text. */
  documentTitle?: string
  /** A count, in words or figures, beside the title. */
  count?: ReactNode
  breadcrumb?: readonly { readonly key: string; readonly link: ReactNode }[]
  /** Pills, a coverage bar: what stands beside the title; `data-own-line` gives it a line of its own where not all have room. */
  aside?: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  /** So many actions that on a tablet the way here gives them its place; the sidebar says it there. */
  isCrowded?: boolean
}

/** The 48 px on top of a screen: where it is, what it is, and what may be done. Sticks while the sheet scrolls. */
export const PageHeader = ({
  title,
  documentTitle,
  count,
  breadcrumb,
  aside,
  actions,
  isCrowded = false,
}: PageHeaderProps) => (
  <header
    data-page-header
    className="sticky top-0 z-20 flex min-h-12 shrink-0 flex-wrap items-center gap-x-1 gap-y-2 rounded-t-card lg:flex-nowrap border-b border-line bg-sheet px-4 py-2"
  >
    <title>{`${documentTitle ?? (typeof title === 'string' ? title : 'Shipmate')} · Shipmate`}</title>
    {breadcrumb && <Breadcrumb items={breadcrumb} className={isCrowded ? 'max-lg:hidden' : ''} />}
    <div className="flex min-w-0 items-center gap-x-2 max-md:flex-wrap max-xl:has-data-own-line:flex-wrap">
      <Truncate
        as="h1"
        className="text-body font-semibold max-md:overflow-visible max-md:break-words max-md:whitespace-normal"
      >
        {title}
      </Truncate>
      {count !== undefined && <span className="tabular shrink-0 text-ink-3">{count}</span>}
      {aside}
    </div>
    {actions && (
      <div className="flex max-w-full shrink-0 items-center gap-2 has-[>:empty:only-child]:hidden max-md:w-full max-md:overflow-x-auto max-md:p-px md:ml-auto md:flex-wrap md:justify-end md:pl-3">
        {actions}
      </div>
    )}
  </header>
)

/** The body of a screen that is text and forms rather than a table. */
export const PageBody = ({ width = 'md', children }: { width?: 'sm' | 'md' | 'lg'; children: ReactNode }) => (
  <div
    className={cx(
      'mx-auto w-full px-4 py-6 md:px-6',
      width === 'sm' ? 'max-w-xl' : width === 'md' ? 'max-w-4xl' : 'max-w-6xl',
    )}
  >
    {children}
  </div>
)
