import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'

/** Where this screen lies; each part is a link element, the screen itself is the title beside it. */
export const Breadcrumb = ({
  items,
}: {
  items: readonly { readonly key: string; readonly link: ReactNode }[]
}) => (
  <nav aria-label="Breadcrumb" className="hidden min-w-0 md:block">
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
