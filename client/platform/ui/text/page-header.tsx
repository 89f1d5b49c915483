import { ChevronRight } from 'lucide-react'
import { Fragment, type FocusEvent, type ReactNode } from 'react'
import { isCut, Truncate, useFullText } from '../overlays/truncate.tsx'
import { cx } from '../styles/cx.ts'

export interface PageHeaderProps {
  title: ReactNode
  /** The browser tab's title if `title` isn't plain text. */
  documentTitle?: string
  /** A count next to the title, as text or number. */
  count?: ReactNode
  breadcrumb?: readonly { readonly key: string; readonly link: ReactNode }[]
  /** Pills or a coverage bar next to the title; `data-own-line` puts it on its own line if not everything fits. */
  aside?: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  /** Hides the breadcrumb on a tablet to make room for the actions; the sidebar shows the place. */
  isCrowded?: boolean
  /** Leaves out the breadcrumb and 8 px of height, for more rows of a table; `aside` takes the space. */
  isFolded?: boolean
}

/** Renders the 48 px at the top of a screen: breadcrumb, title and actions. Sticky while the content scrolls. */
export const PageHeader = ({
  title,
  documentTitle,
  count,
  breadcrumb,
  aside,
  actions,
  isCrowded = false,
  isFolded = false,
}: PageHeaderProps) => (
  <header
    data-page-header
    className={cx(
      'sticky top-0 z-20 flex shrink-0 flex-wrap items-center gap-x-1 gap-y-2 rounded-t-card lg:flex-nowrap border-b border-line bg-sheet px-4',
      isFolded ? 'min-h-10 py-0.5' : 'min-h-12 py-2',
    )}
  >
    <title>{`${documentTitle ?? textOf(title)} · Shipmate`}</title>
    {breadcrumb && !isFolded && (
      <Breadcrumb items={breadcrumb} className={isCrowded ? 'max-lg:hidden' : ''} />
    )}
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
      // on a phone the row scrolls, and fades where it goes on; its padding has room for the focus ring
      <div className="flex max-w-full shrink-0 items-center gap-2 print:hidden has-[>:empty:only-child]:hidden max-md:-m-1 max-md:w-[calc(100%+0.5rem)] max-md:max-w-none max-md:overflow-x-auto max-md:[mask-image:linear-gradient(to_right,black_calc(100%-1.25rem),transparent)] max-md:p-1 max-md:pr-5 md:ml-auto md:flex-wrap md:justify-end md:pl-3">
        {actions}
      </div>
    )}
  </header>
)

const textOf = (title: ReactNode): string => (typeof title === 'string' ? title : 'Shipmate')

/** Renders the body of a screen with text and forms instead of a table. */
export const PageBody = ({ width = 'md', children }: { width?: 'sm' | 'md' | 'lg'; children: ReactNode }) => (
  <div
    className={cx(
      'mx-auto w-full px-4 pt-6 pb-message-room md:px-6',
      width === 'sm' ? 'max-w-xl' : width === 'md' ? 'max-w-4xl' : 'max-w-6xl',
    )}
  >
    {children}
  </div>
)

/** Renders the path to this screen as links; the screen itself is the title next to it. */
const Breadcrumb = ({
  items,
  className,
}: {
  items: readonly { readonly key: string; readonly link: ReactNode }[]
  className?: string
}) => {
  const { handlers, showFull, hide, tip } = useFullText()
  const onFocus = ({ target }: FocusEvent) =>
    target.matches(':focus-visible') && isCut(target) && showFull(target)
  const listeners = { ...handlers, onFocus, onBlur: hide }
  return (
    <nav aria-label="Breadcrumb" className={cx('min-w-0 max-md:hidden', className)}>
      <ol
        className="flex min-w-0 items-center gap-1 text-ink-2 [&_a]:truncate [&_a]:rounded-pill [&_a]:px-0.5 [&_a]:text-ink-2 [&_a]:no-underline [&_a:hover]:text-ink"
        {...listeners}
      >
        {items.map(({ key, link }) => (
          <Fragment key={key}>
            <li className="flex min-w-0 items-center">{link}</li>
            <li aria-hidden className="text-ink-3">
              <ChevronRight size={14} />
            </li>
          </Fragment>
        ))}
      </ol>
      {tip}
    </nav>
  )
}
