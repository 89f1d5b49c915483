import './site.css'
import { hydrateRoot } from 'react-dom/client'
import { LiveSitePage, type LivePageData } from '#client/app/live-site-page.tsx'

// the server wrote the data from the same types, and escaped it
const data = document.querySelector('#site-data')?.textContent
const place = document.querySelector('#live')
if (place && data) hydrateRoot(place, <LiveSitePage {...(JSON.parse(data) as LivePageData)} />)
