import { createFileRoute } from '@tanstack/react-router'
import type { ContentOf } from '#contract/periods/document.ts'
import { getSchool } from '#contract/schools/endpoints.ts'
import { getHomePage, replaceHomePage } from '#contract/website/endpoints.ts'
import { homePage } from '#contract/website/home-page.ts'
import { toneLabels, tones } from '#contract/website/parts.ts'
import { DocumentStates, showsDocuments, type SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { useDocumentEdit, type Versioned } from '#client/common/set-up/use-document-edit.ts'
import { afresh, useAsk, useSend } from '#client/lib/query.ts'
import { HomeSite } from '#client/site/home.tsx'
import { FormSection } from '#client/ui/form/form.tsx'
import { PictureField } from './picture-field.tsx'
import { SectionFields } from './section-fields.tsx'
import { SiteSettings } from './site-settings.tsx'
import { siteFieldsOf } from './site-text-field.tsx'
import { WebsitePage } from './website-page.tsx'
import { WebsiteTabs } from './website-tabs.tsx'

const f = siteFieldsOf<ContentOf<typeof homePage>>()

const HomePageScreen = () => {
  const { school, period } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  const read = useAsk(getHomePage, { params: { id: place.period } }, afresh)
  return (
    <DocumentStates place={place} title={homePage.label} tabs={<WebsiteTabs place={place} />} read={read}>
      {(record) => <Home place={place} record={record} />}
    </DocumentStates>
  )
}

type Shape = (typeof homePage)['content']['shape']

const labels = {
  headline: 'Headline',
  intro: 'Introduction',
  announcement: 'Announcement',
  image: 'Picture',
  enroll_label: 'Words on the way to the enroll form',
  waive_label: 'Words on the way to the waiver form',
  sections: 'Sections',
} as const

const Home = ({ place, record }: { place: SetUpPlace; record: Versioned<Shape> }) => {
  const { send } = useSend(replaceHomePage, { refreshes: showsDocuments, quiet: true })
  const edit = useDocumentEdit({
    document: homePage,
    periodId: place.period,
    schema: replaceHomePage.body,
    record,
    labels,
    save: async (body) => (await send({ params: { id: place.period }, body })).reply,
  })
  const { data: school } = useAsk(getSchool, { params: { id: place.school } })
  return (
    <WebsitePage
      place={place}
      document={homePage}
      edit={edit}
      actions={<SiteSettings place={place} />}
      current="home"
      renderPage={(content) => (
        <HomeSite school={school?.name ?? ''} content={content} enrollHref={null} waiveHref={null} />
      )}
      announces={({ announcement: { text, tone } }) => (text ? { text, tone } : null)}
    >
      <HomeFields />
      <Announcement />
      <FormSection
        title="Sections"
        why="Below the ways to the forms, in the order in which students read them."
      >
        <SectionFields />
      </FormSection>
    </WebsitePage>
  )
}

const HomeFields = () => (
  <>
    <FormSection title="Welcome" why="The first that students read.">
      <f.Text name="headline" label="Headline" />
      <f.SiteText name="intro" label="Introduction" />
    </FormSection>
    <FormSection
      title="Picture"
      why="An upload of the school’s own, and what it shows for those who cannot see it."
    >
      <PictureField />
    </FormSection>
    <FormSection title="Ways to the forms" why="The words on the two buttons.">
      <f.Text name="enroll_label" label="To the enroll form" placeholder="Enroll" width="half" />
      <f.Text name="waive_label" label="To the waiver form" placeholder="Waive coverage" width="half" />
    </FormSection>
  </>
)

const toneOptions = tones.map((value) => ({ value, label: toneLabels[value] }))

const Announcement = () => (
  <FormSection title="Announcement" why="Stands above every page, from its first day to its last.">
    <f.Textarea name="announcement.text" label="Announcement" rows={2} />
    <f.Select name="announcement.tone" label="Tone" options={toneOptions} width="third" />
    <f.Date name="announcement.from" label="First day" width="short" />
    <f.Date name="announcement.to" label="Last day" width="short" />
  </FormSection>
)

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/website/home-page')({
  component: HomePageScreen,
})
