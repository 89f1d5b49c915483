import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { cx } from '../cx.ts'

/** Where this screen lies; each part is a link element, the screen itself is the title beside it. */
export const Breadcrumb = ({
  items,
  className,
}: {
  items: readonly { readonly key: string; readonly link: ReactNode }[]
  className?: string
}) => (
  <nav aria-label="Breadcrumb" className={cx('min-w-0 max-md:hidden', className)}>
    <ol className="flex min-w-0 items-center gap-1 text-ink-2 [&_a]:truncate [&_a]:rounded-pill [&_a]:px-0.5 [&_a]:text-ink-2 [&_a]:no-underline [&_a:hover]:text-ink">
      {items.map(({ key, link }) => (
        <Fragment key={key}>
          <li className="flex min-w-0 items-center">{link}</li>
          <li aria-hidden className="text-ink-3">
            <ChevronRight size={14} />
          </li>
        </Fragment>
      ))}
    </ol>
  </nav>
)
