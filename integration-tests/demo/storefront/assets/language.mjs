/* global document, history, localStorage, location, URLSearchParams */

const KEY = "demo-language"

/** The language of the kit: of `?locale=de-AT`, else the one that was chosen last. */
const query = new URLSearchParams(location.search)
const locale = query.get("locale") ?? localStorage.getItem(KEY) ?? "en"

const select = document.getElementById("language")
select.value = locale.split(/[-_]/)[0]
// A language that the kit does not have is English.
if (select.selectedIndex < 0) select.value = "en"

select.addEventListener("change", () => {
  localStorage.setItem(KEY, select.value)
  query.delete("locale")
  const search = String(query) && `?${query}`
  // By this, since a page with a part after its # would not load again.
  history.replaceState(null, "", location.pathname + search + location.hash)
  location.reload()
})
