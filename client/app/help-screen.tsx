import { createFileRoute, Link, Navigate } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { guidePages, searchGuide } from './guide-pages.ts'
import { guidePageOf } from './guide-screens.ts'

/** Opens the page about a screen, or renders the index of the guide with its search. */
const HelpScreen = () => {
  const { screen } = Route.useSearch()
  return screen === undefined ? (
    <Guide />
  ) : (
    <Navigate to="/help/$page" params={{ page: guidePageOf(screen) }} replace />
  )
}

const Guide = () => {
  const [text, setText] = useState('')
  const wanted = text.trim()
  return (
    <>
      <PageHeader title="Help" />
      <PageBody>
        <SearchInput
          value={text}
          onChange={setText}
          placeholder="Search the guide"
          slashPart="Help"
          className="mb-5"
        />
        {wanted === '' ? <Index /> : <Found text={wanted} />}
      </PageBody>
    </>
  )
}

const Index = () => (
  <ul className={listClass}>
    {guidePages.map(({ key, title, summary }) => (
      <Row key={key} page={key} title={title} text={summary} />
    ))}
  </ul>
)

const Found = ({ text }: { text: string }) => {
  const hits = searchGuide(text)
  return (
    <section aria-live="polite">
      {hits.length === 0 ? (
        <EmptyState title={`No results for “${text}”`}>Try another word, or clear the search.</EmptyState>
      ) : (
        <ul className={listClass}>
          {hits.map(({ page, section }) => (
            <Row
              key={`${page.key}-${section.id}`}
              page={page.key}
              hash={section.id}
              title={section.title}
              text={page.title}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

const listClass = 'overflow-hidden rounded-card bg-raised shadow-line'

interface RowProps {
  page: string
  hash?: string
  title: string
  text: string
}

const Row = ({ page, hash, title, text }: RowProps) => (
  <li className="border-b border-line last:border-b-0">
    <Link
      to="/help/$page"
      params={{ page }}
      {...(hash === undefined ? {} : { hash })}
      className="flex items-center gap-3 px-4 py-3 text-ink no-underline transition-colors duration-100 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="block text-label text-ink-2">{text}</span>
      </span>
      <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />
    </Link>
  </li>
)

/** Reads the route of the screen to help with: `?screen=/settings/users`. */
const readScreen = ({ screen }: Record<string, unknown>): { screen?: string } =>
  typeof screen === 'string' ? { screen } : {}

export const Route = createFileRoute('/_signed-in/help')({
  component: HelpScreen,
  validateSearch: readScreen,
})
