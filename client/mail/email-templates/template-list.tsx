import { Languages } from 'lucide-react'
import type { ReactNode } from 'react'
import { outdatedLanguages } from '#contract/mail/email-templates/original.ts'
import type { TemplateContent } from '#contract/mail/email-templates/shapes.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { Cell, HeadCell, PlainTable } from '#client/platform/ui/text/plain-table.tsx'
import { languagesText, writtenLanguages } from './template-text.ts'
import type { Language } from './template-values.ts'

interface Template extends Pick<TemplateContent, 'translations'> {
  readonly id: number
  readonly name: string
}

interface TemplateListProps<T extends Template> {
  templates: readonly T[]
  /** Null for nothing to show. */
  columns: readonly { readonly name: string; readonly render: (template: T) => ReactNode }[]
  /** Renders the link to a template’s screen, with its name. */
  renderLink: (template: T, className: string) => ReactNode
  /** Returns when the email is sent. */
  when: (template: T) => string
}

/** Renders email templates as rows; if they don’t fit, they’re cards. */
export const TemplateList = <T extends Template>(props: TemplateListProps<T>) => {
  const { templates, columns, renderLink, when } = props
  return (
    <>
      <PlainTable
        label="Email templates"
        className="max-lg:hidden"
        head={
          <>
            <HeadCell>Email</HeadCell>
            {columns.map(({ name }) => (
              <HeadCell key={name}>{name}</HeadCell>
            ))}
          </>
        }
      >
        {templates.map((template) => (
          <tr key={template.id} className="relative transition-colors duration-100 hover:bg-hover">
            <Cell className="py-2">
              {renderLink(template, `${linkClass} after:absolute after:inset-0`)}
              <span className="block text-label text-ink-3">{when(template)}</span>
            </Cell>
            {columns.map(({ name, render }) => (
              <Cell key={name}>{render(template) ?? <span className="text-ink-3">—</span>}</Cell>
            ))}
          </tr>
        ))}
      </PlainTable>
      <ul aria-label="Email templates" className="divide-y divide-line lg:hidden">
        {templates.map((template) => (
          <li key={template.id} className="relative px-4 py-3 hover:bg-hover">
            {renderLink(template, `${linkClass} after:absolute after:inset-0`)}
            <p className="text-label text-ink-3">{when(template)}</p>
            <Facts {...{ template, columns }} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Renders the columns of a card; without those that have nothing to show. */
const Facts = <T extends Template>({
  template,
  columns,
}: {
  template: T
  columns: TemplateListProps<T>['columns']
}) => (
  <dl className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1">
    {columns.map(({ name, render }) => {
      const shown = render(template)
      return (
        shown !== null && (
          <div key={name} className="flex flex-wrap items-center gap-x-1.5">
            <dt className="text-label text-ink-3">{name}</dt>
            <dd className="min-w-0">{shown}</dd>
          </div>
        )
      )
    })}
  </dl>
)

const linkClass = 'font-medium text-ink no-underline'

interface LanguagesCellProps {
  template: TemplateContent
  missing: readonly Language[]
}

/** Renders the languages of a template, and those that are missing or were written for another English text. */
export const LanguagesCell = ({ template, missing }: LanguagesCellProps) => (
  <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
    <span>{languagesText(writtenLanguages(template))}</span>
    <LanguagesPill languages={missing} are="missing" />
    <LanguagesPill languages={outdatedLanguages(template)} are="outdated" />
  </span>
)

const LanguagesPill = ({ languages, are }: { languages: readonly Language[]; are: string }) =>
  languages.length > 0 && (
    <Pill tone="warning" icon={Languages}>
      {languages.length === 1 ? `${languagesText(languages)} ${are}` : `${languages.length} languages ${are}`}
    </Pill>
  )

/** Renders who saved a template last, and when; null if no one has. */
export const savedText = ({
  updated_at: at,
  updated_by: by,
}: {
  readonly updated_at: string | null
  readonly updated_by: { readonly name: string } | null
}) =>
  at === null ? null : (
    <span className="flex min-w-0 flex-wrap gap-x-1.5">
      {by && <Truncate>{by.name}</Truncate>}
      <Ago at={at} className="whitespace-nowrap text-ink-3" />
    </span>
  )

/** Renders the names of schools: all of a few, otherwise how many; null if there are none. */
export const schoolsText = (names: readonly string[]) => {
  if (names.length === 0) return null
  return names.length > 2 ? (
    <span title={names.join(', ')}>{formatCount(names.length, 'school')}</span>
  ) : (
    <Truncate className="max-w-64">{names.join(', ')}</Truncate>
  )
}
