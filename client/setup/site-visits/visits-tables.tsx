import { useId, type ReactNode } from 'react'
import { isSitePage, sitePageLabels } from '#contract/setup/period-documents/website-configuration.ts'
import { coverageStepKey, documentsStepKey, signStepKey } from '#contract/setup/site/form-page.ts'
import type { FormVisits, SiteVisits } from '#contract/setup/site-visits/shapes.ts'
import { formatCount, formatNumber, formatPercent } from '#client/platform/lib/format.ts'
import { CardTable, Cell, HeadCell } from '#client/platform/ui/text/plain-table.tsx'

interface SectionProps {
  title: string
  why: string
  /** Renders the table, named like the section. */
  children: ReactNode
}

const Section = ({ title, why, children }: SectionProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-section font-semibold">
        {title}
      </h2>
      <p className="mb-3 text-ink-2">{why}</p>
      {children}
    </section>
  )
}

/** Renders the heads of columns with numbers after that of the first column. */
const Heads = ({ first, numbers }: { first: string; numbers: readonly string[] }) => (
  <>
    <HeadCell>{first}</HeadCell>
    {numbers.map((label) => (
      <HeadCell key={label} align="end">
        {label}
      </HeadCell>
    ))}
  </>
)

/** Renders a row whose name is its head for screen readers. */
const Row = ({ name, cells }: { name: string; cells: readonly string[] }) => (
  <tr>
    <th scope="row" className="min-w-32 pr-2.5 pl-4 font-normal">
      {name}
    </th>
    {cells.map((cell, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the cells of a row have no other key and don’t move
      <Cell key={index} align="end">
        {cell}
      </Cell>
    ))}
  </tr>
)

/** Returns a share in percent; a dash of nothing. */
const shareOf = (part: number, whole: number): string => (whole === 0 ? '–' : formatPercent(part / whole))

const formNames = { enroll: 'Enrollment form', waive: 'Waiver form' } as const

const usualSteps = new Map([
  [coverageStepKey, 'Coverage types'],
  [documentsStepKey, 'Documents'],
  [signStepKey, 'Check and sign'],
])

/** Renders how often a form was begun, saved and sent, and how many went on from each of its steps. */
export const FormVisitsSection = ({ form: { form, begun, saved, sent, steps } }: { form: FormVisits }) => {
  const title = formNames[form]
  return (
    <Section
      title={title}
      why={`Begun ${formatCount(begun, 'time')}, saved ${formatCount(saved, 'time')} and sent ${formatCount(sent, 'time')}: ${shareOf(Math.min(sent, begun), begun)} of those begun.`}
    >
      <CardTable
        label={`Steps of the ${title.toLowerCase()}`}
        head={<Heads first="Step" numbers={['Reached', 'Went on', 'Percent', 'Left here']} />}
      >
        {steps.map(({ key, title: own, reached, went_on }) => (
          <Row
            key={key}
            name={own ?? usualSteps.get(key) ?? key}
            cells={[
              formatNumber(reached),
              formatNumber(went_on),
              shareOf(went_on, reached),
              formatNumber(reached - went_on),
            ]}
          />
        ))}
      </CardTable>
    </Section>
  )
}

const pageName = ({ key, title }: SiteVisits['pages'][number]): string => {
  if (key === 'status') return 'Status'
  return title ?? (isSitePage(key) ? sitePageLabels[key] : 'Deleted page')
}

/** Renders how often each page was opened, and that of all. */
export const PagesSection = ({ pages }: Pick<SiteVisits, 'pages'>) => {
  const all = pages.reduce((sum, { visits }) => sum + visits, 0)
  return (
    <Section title="Pages" why={`Opened ${formatCount(all, 'time')}.`}>
      <CardTable label="Pages" head={<Heads first="Page" numbers={['Visits', 'Percent']} />}>
        {pages.map((page) => (
          <Row
            key={page.key}
            name={pageName(page)}
            cells={[formatNumber(page.visits), shareOf(page.visits, all)]}
          />
        ))}
      </CardTable>
    </Section>
  )
}

interface GroupsSectionProps {
  title: string
  head: string
  rows: readonly (Omit<SiteVisits['devices'][number], 'device'> & { readonly label: string })[]
}

/** Renders the visits of pages and the forms by language or by device. */
export const GroupsSection = ({ title, head, rows }: GroupsSectionProps) => {
  const all = rows.reduce((sum, { visits }) => sum + visits, 0)
  return (
    <Section title={title} why={`Pages and forms that were opened and sent by ${head.toLowerCase()}.`}>
      <CardTable
        label={title}
        head={<Heads first={head} numbers={['Page visits', 'Percent', 'Forms begun', 'Forms sent']} />}
      >
        {rows.map(({ label, visits, begun, sent }) => (
          <Row
            key={label}
            name={label}
            cells={[formatNumber(visits), shareOf(visits, all), formatNumber(begun), formatNumber(sent)]}
          />
        ))}
      </CardTable>
    </Section>
  )
}
