import { createFileRoute, Link, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { LinkRow, linkItemClass, linkListClass, linkRowClass } from '#client/platform/ui/text/link-row.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
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
  <ul className={linkListClass}>
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
        <ul className={linkListClass}>
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

interface RowProps {
  page: string
  hash?: string
  title: string
  text: string
}

const Row = ({ page, hash, title, text }: RowProps) => (
  <li className={linkItemClass}>
    <Link
      to="/help/$page"
      params={{ page }}
      {...(hash === undefined ? {} : { hash })}
      className={linkRowClass}
    >
      <LinkRow title={title} text={text} />
    </Link>
  </li>
)

/** Reads the route of the screen to help with: `?screen=/settings/users`. */
const readScreen = ({ screen }: Record<string, unknown>): { screen?: string } =>
  typeof screen === 'string' ? { screen } : {}

export const Route = createFileRoute('/_signed-in/help')({
  component: HelpScreen,
  validateSearch: screenSearch(readScreen),
})
