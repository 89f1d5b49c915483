import { usePlace } from '#client/setup/period-documents/document-page.tsx'
import { TabLinks } from '#client/platform/ui/text/tabs.tsx'
import type { SiteForm } from './site-forms.ts'

const base = '/schools/$school/period/$period/website'

/** Renders tabs for the pages of the student website. */
export const WebsiteTabs = ({ order = 1 }: { order?: number }) => {
  const place = usePlace()
  const params = { school: String(place.school), period: String(place.period) }
  return (
    <div className="flex min-h-11 items-center border-b border-line bg-sheet px-3">
      <TabLinks
        label="Student website"
        links={[
          { to: `${base}/home-page`, params, label: 'Home page' },
          { to: `${base}/plan-info-and-details`, params, label: 'Plan info' },
          { to: `${base}/resources-and-links`, params, label: 'Resources' },
          { to: `${base}/$form`, params: { ...params, form: 'enroll-form' }, label: 'Enrollment form' },
          { to: `${base}/$form`, params: { ...params, form: 'waiver-form' }, label: 'Waiver form' },
          { to: `${base}/contact-form`, params, label: 'Contact form' },
          { to: `${base}/faqs`, params, label: 'FAQs' },
          {
            to: `${base}/custom-page/$order`,
            params: { ...params, order: String(order) },
            label: 'Custom pages',
          },
          { to: `${base}/visits`, params, label: 'Visits' },
        ]}
      />
    </div>
  )
}

/** Renders the two tabs of a form: the form, and its dropdowns and notices. */
export const FormTabs = ({ form }: { form: SiteForm }) => {
  const place = usePlace()
  const params = { school: String(place.school), period: String(place.period), form }
  return (
    <>
      <WebsiteTabs />
      <div className="flex min-h-11 items-center border-b border-line bg-sheet px-3">
        <TabLinks
          label={form === 'enroll-form' ? 'Enrollment form' : 'Waiver form'}
          links={[
            { to: `${base}/$form`, params, label: 'Form', exact: true },
            {
              to: `${base}/$form/dropdowns-and-notices`,
              params,
              label: 'Dropdowns and notices',
              exact: true,
            },
          ]}
        />
      </div>
    </>
  )
}
