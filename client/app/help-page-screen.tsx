import { createFileRoute, Link } from '@tanstack/react-router'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { guidePages, textsOf, type GuidePage } from './guide-pages.ts'
import { GuidePart, GuideText } from './guide-text.tsx'

/** Renders a page of the staff guide. */
const HelpPageScreen = () => {
  const { page: key } = Route.useParams()
  const page = guidePages.find((one) => one.key === key)
  return page ? <Page page={page} /> : <Missing />
}

const toHelp = { key: 'help', link: <Link to="/help">Help</Link> }

const Page = ({ page: { title, summary, sections } }: { page: GuidePage }) => (
  <>
    <PageHeader title={title} breadcrumb={[toHelp]} />
    <PageBody>
      <p className="max-w-prose text-ink-2">
        <GuideText text={summary} />
      </p>
      {sections.map((section) => (
        <section key={section.id} aria-labelledby={section.id} className="mt-6 max-w-4xl">
          <h2 id={section.id} className="scroll-mt-16 text-section font-semibold">
            {section.title}
          </h2>
          <div className="rich-text mt-2 [&>:not(img)]:max-w-prose">
            {section.blocks.map((block) => (
              <GuidePart key={textsOf(block).join('\n')} block={block} />
            ))}
          </div>
        </section>
      ))}
    </PageBody>
  </>
)

const Missing = () => (
  <>
    <PageHeader title="Help" />
    <EmptyState title="This page isn’t in the guide" actions={<LinkButton to="/help">All pages</LinkButton>}>
      It may have been renamed.
    </EmptyState>
  </>
)

export const Route = createFileRoute('/_signed-in/help/$page')({ component: HelpPageScreen })
