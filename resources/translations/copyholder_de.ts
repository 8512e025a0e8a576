<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation>Bibliothek durchsuchen</translation>
    </message>
    <message>
        <source>Open re&amp;cent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>No files yet</source>
        <translation>Noch keine Dateien</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Take the next step of a document&apos;s problem</source>
        <translation>Den nächsten Schritt zum Problem eines Dokuments tun</translation>
    </message>
    <message>
        <source>Shift+Enter</source>
        <translation>Umschalt+Enter</translation>
    </message>
    <message>
        <source>Menu of a document</source>
        <translation>Menü eines Dokuments</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Page strip</source>
        <translation>Seitenleiste</translation>
    </message>
    <message>
        <source>Go to a page</source>
        <translation>Zu einer Seite gehen</translation>
    </message>
    <message>
        <source>type its number</source>
        <translation>ihre Nummer tippen</translation>
    </message>
    <message>
        <source>Zoom about the pointer</source>
        <translation>Um den Zeiger zoomen</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Strg+Mausrad</translation>
    </message>
    <message>
        <source>Find a place in the text</source>
        <translation>Eine Stelle im Text finden</translation>
    </message>
    <message>
        <source>click a word, or frame it by dragging</source>
        <translation>auf ein Wort klicken oder es mit der Maus umrahmen</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>drag with the middle button or Space, or the arrow keys</source>
        <translation>mit der mittleren Taste oder der Leertaste ziehen, oder die Pfeiltasten</translation>
    </message>
    <message>
        <source>On, then to the next page</source>
        <translation>Weiter, dann zur nächsten Seite</translation>
    </message>
    <message>
        <source>Space or Page Down</source>
        <translation>Leertaste oder Bild ab</translation>
    </message>
    <message>
        <source>Page text</source>
        <translation>Seitentext</translation>
    </message>
    <message>
        <source>Find a place on the picture</source>
        <translation>Eine Stelle auf dem Bild finden</translation>
    </message>
    <message>
        <source>click a word</source>
        <translation>auf ein Wort klicken</translation>
    </message>
    <message>
        <source>Strip of the flag</source>
        <translation>Streifen des Hinweises</translation>
    </message>
    <message>
        <source>Accept the suggestion</source>
        <translation>Den Vorschlag annehmen</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Return</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Edit in the source</source>
        <translation>Im Quelltext bearbeiten</translation>
    </message>
    <message>
        <source>E or Escape</source>
        <translation>E oder Escape</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>Drop PDFs, pictures
or folders here</source>
        <translation>PDFs, Bilder oder
Ordner hier ablegen</translation>
    </message>
    <message>
        <source>Drop files anywhere on the window, or click to choose them</source>
        <translation>Dateien irgendwo im Fenster ablegen, oder klicken, um sie zu wählen</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Replace by</source>
        <translation>Ersetzen durch</translation>
    </message>
    <message>
        <source>Replace by (nothing: delete)</source>
        <translation>Ersetzen durch (nichts: löschen)</translation>
    </message>
    <message>
        <source>Match capitals</source>
        <translation>Groß- und Kleinschreibung beachten</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>Nur ganze Wörter</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Previous place (Shift+F3)</source>
        <translation>Vorige Stelle (Umschalt+F3)</translation>
    </message>
    <message>
        <source>Next place (F3)</source>
        <translation>Nächste Stelle (F3)</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>Die Suche schließen</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace this place, and go to the next</source>
        <translation>Diese Stelle ersetzen und zur nächsten gehen</translation>
    </message>
    <message>
        <source>All on page</source>
        <translation>Alle auf der Seite</translation>
    </message>
    <message>
        <source>Replace all places on this page</source>
        <translation>Alle Stellen dieser Seite ersetzen</translation>
    </message>
    <message>
        <source>All in document</source>
        <translation>Alle im Dokument</translation>
    </message>
    <message>
        <source>Replace all places in this document</source>
        <translation>Alle Stellen dieses Dokuments ersetzen</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importieren…</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>E&amp;xportieren…</translation>
    </message>
    <message>
        <source>Import settings</source>
        <translation>Einstellungen importieren</translation>
    </message>
    <message>
        <source>Export settings</source>
        <translation>Einstellungen exportieren</translation>
    </message>
    <message>
        <source>Settings (*.toml)</source>
        <translation>Einstellungen (*.toml)</translation>
    </message>
    <message>
        <source>The {n:,} pictures of “{folder}” are one document each.</source>
        <translation>Die {n:,} Bilder aus „{folder}“ sind je ein Dokument.</translation>
    </message>
    <message>
        <source>Make them one document</source>
        <translation>Zu einem Dokument machen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>PDFs and pictures ({endings})</source>
        <translation>PDFs und Bilder ({endings})</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>Einen Ordner öffnen</translation>
    </message>
    <message>
        <source>The sample cannot be opened: {reason}.</source>
        <translation>Das Beispiel kann nicht geöffnet werden: {reason}.</translation>
    </message>
    <message>
        <source>The pasted picture</source>
        <translation>Das eingefügte Bild</translation>
    </message>
    <message>
        <source>Where is “{file}” now?</source>
        <translation>Wo ist „{file}“ jetzt?</translation>
    </message>
    <message>
        <source>{n} setting of the file differs: it counts when you press OK.</source>
        <translation>{n} Einstellung der Datei ist anders: Sie gilt, sobald Sie OK drücken.</translation>
    </message>
    <message>
        <source>{n} settings of the file differ: they count when you press OK.</source>
        <translation>{n} Einstellungen der Datei sind anders: Sie gelten, sobald Sie OK drücken.</translation>
    </message>
    <message>
        <source>The file has the settings that count already.</source>
        <translation>Die Datei enthält die Einstellungen, die schon gelten.</translation>
    </message>
    <message>
        <source>The settings are in {name}.</source>
        <translation>Die Einstellungen stehen in {name}.</translation>
    </message>
    <message>
        <source>Languages of scans</source>
        <translation>Sprachen der Scans</translation>
    </message>
    <message>
        <source>Tick the languages of your scans and drag the most frequent to the top. With none ticked the engine finds out itself.</source>
        <translation>Kreuzen Sie die Sprachen Ihrer Scans an und ziehen Sie die häufigste nach oben. Ist keine angekreuzt, findet die Engine sie selbst heraus.</translation>
    </message>
    <message>
        <source>Find a language</source>
        <translation>Eine Sprache suchen</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>OCR model</source>
        <translation>OCR-Modell</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Leseprozesse</translation>
    </message>
    <message>
        <source>Leave out flags</source>
        <translation>Hinweise weglassen</translation>
    </message>
    <message>
        <source>Second reading</source>
        <translation>Zweite Lesung</translation>
    </message>
    <message>
        <source>Page marks</source>
        <translation>Seitenmarken</translation>
    </message>
    <message>
        <source>Max cost</source>
        <translation>Höchstkosten</translation>
    </message>
    <message>
        <source>Pages at once</source>
        <translation>Seiten zugleich</translation>
    </message>
    <message>
        <source>Commercial</source>
        <translation>Kommerziell</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Offline</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>CA file</source>
        <translation>CA-Datei</translation>
    </message>
    <message>
        <source>Connect timeout</source>
        <translation>Verbindungsfrist</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>Antwortfrist</translation>
    </message>
    <message>
        <source>Jina address</source>
        <translation>Adresse von Jina</translation>
    </message>
    <message>
        <source>Reader address</source>
        <translation>Adresse des Readers</translation>
    </message>
    <message>
        <source>Hub address</source>
        <translation>Adresse des Hubs</translation>
    </message>
    <message>
        <source>Trusted hosts</source>
        <translation>Vertraute Rechner</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Autosave (milliseconds)</source>
        <translation>Automatisch speichern (Millisekunden)</translation>
    </message>
    <message>
        <source>Spelling</source>
        <translation>Rechtschreibung</translation>
    </message>
    <message>
        <source>Spelling folder</source>
        <translation>Ordner der Wörterbücher</translation>
    </message>
    <message>
        <source>Open last</source>
        <translation>Letzte öffnen</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>Suggest engines</source>
        <translation>Engines vorschlagen</translation>
    </message>
    <message>
        <source>Keep awake</source>
        <translation>Wach halten</translation>
    </message>
    <message>
        <source>Picture cache (MB)</source>
        <translation>Bildspeicher (MB)</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>tiny</source>
        <translation>winzig</translation>
    </message>
    <message>
        <source>small</source>
        <translation>klein</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>system</source>
        <translation>System</translation>
    </message>
    <message>
        <source>light</source>
        <translation>hell</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>dunkel</translation>
    </message>
    <message>
        <source>contrast</source>
        <translation>Kontrast</translation>
    </message>
    <message>
        <source>web</source>
        <translation>Browser</translation>
    </message>
    <message>
        <source>lite</source>
        <translation>einfach</translation>
    </message>
    <message>
        <source>number differs</source>
        <translation>Zahl weicht ab</translation>
    </message>
    <message>
        <source>word differs</source>
        <translation>Wort weicht ab</translation>
    </message>
    <message>
        <source>missing text</source>
        <translation>fehlender Text</translation>
    </message>
    <message>
        <source>invented text</source>
        <translation>erfundener Text</translation>
    </message>
    <message>
        <source>repetition</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>abgeschnitten</translation>
    </message>
    <message>
        <source>blank but text</source>
        <translation>leer, aber Text</translation>
    </message>
    <message>
        <source>ink but empty</source>
        <translation>Druck, aber leer</translation>
    </message>
    <message>
        <source>formula invalid</source>
        <translation>ungültige Formel</translation>
    </message>
    <message>
        <source>table ragged</source>
        <translation>ungleiche Tabelle</translation>
    </message>
    <message>
        <source>list run together</source>
        <translation>Liste in einer Zeile</translation>
    </message>
    <message>
        <source>low confidence</source>
        <translation>unsicher</translation>
    </message>
    <message>
        <source>low acceptance</source>
        <translation>geringe Annahme</translation>
    </message>
    <message>
        <source>reading order</source>
        <translation>Lesereihenfolge</translation>
    </message>
    <message>
        <source>unread</source>
        <translation>ungelesen</translation>
    </message>
    <message>
        <source>that of the system</source>
        <translation>die des Systems</translation>
    </message>
    <message>
        <source>Show the text as it will look (Ctrl+E switches)</source>
        <translation>Den Text zeigen, wie er aussehen wird (Strg+E schaltet um)</translation>
    </message>
    <message>
        <source>Preview of the page&apos;s text</source>
        <translation>Vorschau des Seitentextes</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>Source of the page&apos;s text</source>
        <translation>Quelltext der Seite</translation>
    </message>
    <message>
        <source>Show the Markdown, to correct it (Ctrl+E switches)</source>
        <translation>Das Markdown zeigen, um es zu korrigieren (Strg+E schaltet um)</translation>
    </message>
    <message>
        <source>Where this text comes from</source>
        <translation>Woher dieser Text kommt</translation>
    </message>
    <message>
        <source>Undo edits</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Back to the engine&apos;s text</source>
        <translation>Zurück zum Text der Engine</translation>
    </message>
    <message>
        <source>Back to the engine&apos;s text; your edits stay in the library</source>
        <translation>Zurück zum Text der Engine; Ihre Änderungen bleiben in der Bibliothek</translation>
    </message>
    <message>
        <source>About this page</source>
        <translation>Über diese Seite</translation>
    </message>
    <message>
        <source>Read this page again</source>
        <translation>Diese Seite neu lesen</translation>
    </message>
    <message>
        <source>Being read · can be edited when done</source>
        <translation>Wird gelesen · danach zu bearbeiten</translation>
    </message>
    <message>
        <source>{n:,} reading</source>
        <translation>{n:,} Lesung</translation>
    </message>
    <message>
        <source>{n:,} readings</source>
        <translation>{n:,} Lesungen</translation>
    </message>
    <message>
        <source>edited {time}</source>
        <translation>bearbeitet {time}</translation>
    </message>
    <message>
        <source>Page {page}</source>
        <translation>Seite {page}</translation>
    </message>
    <message>
        <source>This page has not been read yet.</source>
        <translation>Diese Seite wurde noch nicht gelesen.</translation>
    </message>
    <message>
        <source>Waiting to be read…</source>
        <translation>Wartet darauf, gelesen zu werden…</translation>
    </message>
    <message>
        <source>Being read…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>There is no text on this page.</source>
        <translation>Auf dieser Seite ist kein Text.</translation>
    </message>
    <message>
        <source>This page could not be read.</source>
        <translation>Diese Seite konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Text of the page</source>
        <translation>Text der Seite</translation>
    </message>
    <message>
        <source>{text} ({n:,} notices)</source>
        <translation>{text} ({n:,} Meldungen)</translation>
    </message>
    <message>
        <source>{n} more below: close one to see the next</source>
        <translation>{n} weitere darunter: Schließen Sie eine, um die nächste zu sehen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>All notices of this kind</source>
        <translation>Alle Meldungen dieser Art</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Weniger zeigen</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Zoom out of the page</source>
        <translation>Seite verkleinern</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom in of the page</source>
        <translation>Seite vergrößern</translation>
    </message>
    <message>
        <source>Page {page:,} of {pages:,}</source>
        <translation>Seite {page:,} von {pages:,}</translation>
    </message>
    <message>
        <source>printed {label}</source>
        <translation>gedruckt {label}</translation>
    </message>
    <message>
        <source>{label} in the file</source>
        <translation>{label} in der Datei</translation>
    </message>
    <message>
        <source>Send pages to another machine?</source>
        <translation>Seiten an einen anderen Rechner senden?</translation>
    </message>
    <message>
        <source>Documents to send</source>
        <translation>Zu sendende Dokumente</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>The connection to {host} is not encrypted: others on the way can read the pages.</source>
        <translation>Die Verbindung zu {host} ist nicht verschlüsselt: Andere können die Seiten unterwegs lesen.</translation>
    </message>
    <message>
        <source>What becomes of the pages there is up to the service. Without your consent they stay here.</source>
        <translation>Was dort mit den Seiten geschieht, bestimmt der Dienst. Ohne Ihre Zustimmung bleiben sie hier.</translation>
    </message>
    <message>
        <source>Do not ask again for {host}</source>
        <translation>Für {host} nicht mehr fragen</translation>
    </message>
    <message>
        <source>&amp;Send the pages</source>
        <translation>Seiten &amp;senden</translation>
    </message>
    <message>
        <source>&amp;Keep them here</source>
        <translation>&amp;Hier behalten</translation>
    </message>
    <message>
        <source>{engine} reads on another machine. To be sent to {host}: {pages} of {documents}.</source>
        <translation>{engine} liest auf einem anderen Rechner. An {host} werden gesendet: {pages} ({documents}).</translation>
    </message>
    <message>
        <source>What this service costs is not known to Copyholder.</source>
        <translation>Was dieser Dienst kostet, weiß Copyholder nicht.</translation>
    </message>
    <message>
        <source>About {dollars} in all, {each} a page (an estimate).</source>
        <translation>Etwa {dollars} insgesamt, {each} je Seite (geschätzt).</translation>
    </message>
    <message>
        <source>This service bills {tokens_factor} times the tokens of a page.</source>
        <translation>Dieser Dienst berechnet das {tokens_factor}-Fache der Tokens einer Seite.</translation>
    </message>
    <message>
        <source>Page picture</source>
        <translation>Seitenbild</translation>
    </message>
    <message>
        <source>Page text, Markdown source</source>
        <translation>Seitentext, Markdown-Quelltext</translation>
    </message>
    <message>
        <source>No text yet</source>
        <translation>Noch kein Text</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>Languages of your scans as ISO codes (de, fr, ja), the most frequent first.</source>
        <translation>Sprachen Ihrer Scans als ISO-Codes (de, fr, ja), die häufigste zuerst.</translation>
    </message>
    <message>
        <source>Model that reads scans: tiny is faster, small reads old print and Japanese better.</source>
        <translation>Modell, das Scans liest: „winzig“ ist schneller, „klein“ liest alten Druck und Japanisch besser.</translation>
    </message>
    <message>
        <source>Pages that the built-in engine reads at once; 0 uses all cores.</source>
        <translation>Seiten, die der eingebaute Leser zugleich liest; 0 nutzt alle Kerne.</translation>
    </message>
    <message>
        <source>Kinds of flags that are not raised, like word-differs or low-confidence.</source>
        <translation>Arten von Hinweisen, die nicht gegeben werden, etwa „Wort weicht ab“ oder „unsicher“.</translation>
    </message>
    <message>
        <source>Read scans once more with the small OCR, in the background, to check the text against.</source>
        <translation>Scans im Hintergrund noch einmal mit der kleinen OCR lesen, um den Text daran zu prüfen.</translation>
    </message>
    <message>
        <source>Put a mark with its number before each page of an export.</source>
        <translation>Vor jede Seite eines Exports eine Marke mit ihrer Nummer setzen.</translation>
    </message>
    <message>
        <source>Engine that reads, as for --engine; several, with commas, are tried in this order.</source>
        <translation>Engine, die liest, wie für --engine; mehrere, mit Kommas, werden der Reihe nach versucht.</translation>
    </message>
    <message>
        <source>Folder of the model that an engine on this computer reads with.</source>
        <translation>Ordner des Modells, mit dem eine Engine auf diesem Computer liest.</translation>
    </message>
    <message>
        <source>Python of the environment that holds the engine&apos;s libraries; empty finds one.</source>
        <translation>Python der Umgebung mit den Bibliotheken der Engine; leer: Es wird gesucht.</translation>
    </message>
    <message>
        <source>Address of an OpenAI-compatible server, up to /v1.</source>
        <translation>Adresse eines OpenAI-kompatiblen Servers, bis /v1.</translation>
    </message>
    <message>
        <source>Name of the model that this server is asked for.</source>
        <translation>Name des Modells, das von diesem Server verlangt wird.</translation>
    </message>
    <message>
        <source>Profile of this model, which says how it is asked; empty goes by the model&apos;s name.</source>
        <translation>Profil dieses Modells, das sagt, wie es gefragt wird; leer: nach dem Namen des Modells.</translation>
    </message>
    <message>
        <source>What a model is asked: default, strict (formulas and HTML tables), or your own words.</source>
        <translation>Was ein Modell gefragt wird: default, strict (Formeln und HTML-Tabellen) oder Ihre eigenen Worte.</translation>
    </message>
    <message>
        <source>US dollars that a run may cost at most; 0 sets no limit.</source>
        <translation>US-Dollar, die ein Lauf höchstens kosten darf; 0 setzt keine Grenze.</translation>
    </message>
    <message>
        <source>Pages that other engines read at once; 0 lets the engine decide.</source>
        <translation>Seiten, die andere Engines zugleich lesen; 0 überlässt es der Engine.</translation>
    </message>
    <message>
        <source>You use Copyholder commercially: engines whose model forbids that are left out.</source>
        <translation>Sie nutzen Copyholder kommerziell: Engines, deren Modell das verbietet, werden ausgelassen.</translation>
    </message>
    <message>
        <source>Work offline: nothing is fetched, and only services of this computer are asked.</source>
        <translation>Offline arbeiten: Nichts wird geladen, und nur Dienste dieses Computers werden gefragt.</translation>
    </message>
    <message>
        <source>Proxy for services, like http://host:3128; empty takes the system&apos;s.</source>
        <translation>Proxy für Dienste, etwa http://host:3128; leer nimmt den des Systems.</translation>
    </message>
    <message>
        <source>File with certificates (PEM) of your own authority; empty takes the system&apos;s.</source>
        <translation>Datei mit Zertifikaten (PEM) Ihrer eigenen Stelle; leer nimmt die des Systems.</translation>
    </message>
    <message>
        <source>Seconds to wait until a service takes the connection.</source>
        <translation>Sekunden, bis ein Dienst die Verbindung angenommen haben muss.</translation>
    </message>
    <message>
        <source>Seconds without a byte after which an answer is given up.</source>
        <translation>Sekunden ohne ein Byte, nach denen eine Antwort aufgegeben wird.</translation>
    </message>
    <message>
        <source>Address of Jina&apos;s API, where another one stands in for it.</source>
        <translation>Adresse der Jina-API, wo eine andere an ihrer Stelle steht.</translation>
    </message>
    <message>
        <source>Address of Jina Reader, where another one stands in for it.</source>
        <translation>Adresse von Jina Reader, wo eine andere an ihrer Stelle steht.</translation>
    </message>
    <message>
        <source>Address of the hub that models are fetched from, or of a mirror of it.</source>
        <translation>Adresse des Hubs, von dem Modelle geladen werden, oder eines Spiegels.</translation>
    </message>
    <message>
        <source>Hosts that pages may be sent to without asking again.</source>
        <translation>Rechner, an die Seiten ohne weitere Frage gesendet werden dürfen.</translation>
    </message>
    <message>
        <source>Language of the window; empty takes the system&apos;s. It changes at the next start.</source>
        <translation>Sprache des Fensters; leer nimmt die des Systems. Sie wechselt beim nächsten Start.</translation>
    </message>
    <message>
        <source>Colours of the window; system follows the desktop.</source>
        <translation>Farben des Fensters; „System“ folgt der Arbeitsumgebung.</translation>
    </message>
    <message>
        <source>How the text is shown: web draws formulas and tables best, lite needs less memory.</source>
        <translation>Wie der Text gezeigt wird: „Browser“ zeichnet Formeln und Tabellen am besten, „einfach“ braucht weniger Speicher.</translation>
    </message>
    <message>
        <source>Zoom of the page picture; 1 fits its width.</source>
        <translation>Zoom des Seitenbildes; 1 passt seine Breite an.</translation>
    </message>
    <message>
        <source>Zoom of the text beside the page.</source>
        <translation>Zoom des Textes neben der Seite.</translation>
    </message>
    <message>
        <source>Milliseconds after the last key until an edit is saved.</source>
        <translation>Millisekunden nach der letzten Taste, bis eine Änderung gespeichert wird.</translation>
    </message>
    <message>
        <source>Dictionaries that the source is checked with, like en_US or de; none switches it off.</source>
        <translation>Wörterbücher, mit denen der Quelltext geprüft wird, etwa en_US oder de; keines schaltet ab.</translation>
    </message>
    <message>
        <source>Folder with dictionaries of your own (.aff and .dic), beside the computer&apos;s.</source>
        <translation>Ordner mit eigenen Wörterbüchern (.aff und .dic), neben denen des Computers.</translation>
    </message>
    <message>
        <source>Open the documents of last time when Copyholder is started without files.</source>
        <translation>Die Dokumente vom letzten Mal öffnen, wenn Copyholder ohne Dateien gestartet wird.</translation>
    </message>
    <message>
        <source>Tell through the desktop when a long queue has ended.</source>
        <translation>Über die Arbeitsumgebung melden, wenn eine lange Warteschlange fertig ist.</translation>
    </message>
    <message>
        <source>Say on the first page when this machine could run a better engine.</source>
        <translation>Auf der ersten Seite sagen, wenn dieser Rechner eine bessere Engine ausführen könnte.</translation>
    </message>
    <message>
        <source>Keep the computer from sleeping while pages are read.</source>
        <translation>Den Computer wach halten, während Seiten gelesen werden.</translation>
    </message>
    <message>
        <source>Megabytes of page pictures kept while Copyholder runs.</source>
        <translation>Megabyte an Seitenbildern, die behalten werden, solange Copyholder läuft.</translation>
    </message>
    <message>
        <source>Arrangement of the window, as it was left.</source>
        <translation>Anordnung des Fensters, wie sie zuletzt war.</translation>
    </message>
    <message>
        <source>Files that were opened last, the newest first.</source>
        <translation>Zuletzt geöffnete Dateien, die neueste zuerst.</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>What pages wait for</source>
        <translation>Worauf Seiten warten</translation>
    </message>
    <message>
        <source>“{file}” and {n:,} picture are in {folder}.</source>
        <translation>„{file}“ und {n:,} Bild liegen in {folder}.</translation>
    </message>
    <message>
        <source>“{file}” and {n:,} pictures are in {folder}.</source>
        <translation>„{file}“ und {n:,} Bilder liegen in {folder}.</translation>
    </message>
    <message>
        <source>{name} (engine)</source>
        <translation>{name} (Engine)</translation>
    </message>
    <message>
        <source>Writing {file}: {share} %</source>
        <translation>{file} wird geschrieben: {share} %</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>There is no table to export.</source>
        <translation>Es gibt keine Tabelle zu exportieren.</translation>
    </message>
    <message>
        <source>“{file}” is in {folder}.</source>
        <translation>„{file}“ liegt in {folder}.</translation>
    </message>
    <message>
        <source>{n:,} files are in {folder}.</source>
        <translation>{n:,} Dateien liegen in {folder}.</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Den Ordner öffnen</translation>
    </message>
    <message>
        <source>{file} was not written: you stopped it.</source>
        <translation>{file} wurde nicht geschrieben: Sie haben es gestoppt.</translation>
    </message>
    <message>
        <source>{n:,} file could not be exported.</source>
        <translation>{n:,} Datei konnte nicht exportiert werden.</translation>
    </message>
    <message>
        <source>{n:,} files could not be exported.</source>
        <translation>{n:,} Dateien konnten nicht exportiert werden.</translation>
    </message>
    <message>
        <source>Export elsewhere…</source>
        <translation>Anderswohin exportieren…</translation>
    </message>
    <message>
        <source>Engine state</source>
        <translation>Zustand der Engine</translation>
    </message>
    <message>
        <source>Pages a second</source>
        <translation>Seiten je Sekunde</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Accepted draft tokens</source>
        <translation>Angenommene Entwurfs-Tokens</translation>
    </message>
    <message>
        <source>What this run has cost</source>
        <translation>Was dieser Lauf gekostet hat</translation>
    </message>
    <message>
        <source>What is left</source>
        <translation>Was noch übrig ist</translation>
    </message>
    <message>
        <source>Proofreading</source>
        <translation>Korrektur</translation>
    </message>
    <message>
        <source>Stop waiting</source>
        <translation>Nicht länger warten</translation>
    </message>
    <message>
        <source>An estimate, from the tokens that the service counted</source>
        <translation>Eine Schätzung nach den Tokens, die der Dienst gezählt hat</translation>
    </message>
    <message>
        <source>acceptance {share}</source>
        <translation>Annahme {share}</translation>
    </message>
    <message>
        <source>PDFs and pictures become Markdown that you can check against the page</source>
        <translation>Aus PDFs und Bildern wird Markdown, das Sie an der Seite prüfen können</translation>
    </message>
    <message>
        <source>Drop files or folders anywhere in this window, or paste a picture. The built-in reader works on this computer and needs no network.</source>
        <translation>Legen Sie Dateien oder Ordner irgendwo in diesem Fenster ab, oder fügen Sie ein Bild ein. Der eingebaute Leser arbeitet auf diesem Computer und braucht kein Netz.</translation>
    </message>
    <message>
        <source>&amp;Choose files…</source>
        <translation>&amp;Dateien wählen…</translation>
    </message>
    <message>
        <source>Choose a &amp;folder…</source>
        <translation>&amp;Ordner wählen…</translation>
    </message>
    <message>
        <source>Open a sample &amp;document</source>
        <translation>&amp;Beispieldokument öffnen</translation>
    </message>
    <message>
        <source>Opened last</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Open {name}</source>
        <translation>{name} öffnen</translation>
    </message>
    <message>
        <source>See &amp;how…</source>
        <translation>So &amp;geht es…</translation>
    </message>
    <message>
        <source>See how this machine can do better</source>
        <translation>Zeigen, wie dieser Rechner es besser kann</translation>
    </message>
    <message>
        <source>Do not show this again</source>
        <translation>Nicht mehr zeigen</translation>
    </message>
    <message>
        <source>An export is still being written.</source>
        <translation>Ein Export wird noch geschrieben.</translation>
    </message>
    <message>
        <source>Close anyway, and leave what is not written yet?</source>
        <translation>Trotzdem schließen und weglassen, was noch nicht geschrieben ist?</translation>
    </message>
    <message>
        <source>What is new on {n:,} page is not saved.</source>
        <translation>Das Neue auf {n:,} Seite ist nicht gespeichert.</translation>
    </message>
    <message>
        <source>What is new on {n:,} pages is not saved.</source>
        <translation>Das Neue auf {n:,} Seiten ist nicht gespeichert.</translation>
    </message>
    <message>
        <source>Make room on the disk and close again, or export it to another place. Close anyway, and lose it?</source>
        <translation>Schaffen Sie Platz auf dem Datenträger und schließen Sie dann erneut, oder exportieren Sie es an einen anderen Ort. Trotzdem schließen und es verlieren?</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Close anyway</source>
        <translation>Trotzdem schließen</translation>
    </message>
    <message>
        <source>The browser preview ended unexpectedly, so the text is shown by the simple preview from now on.</source>
        <translation>Die Browser-Vorschau endete unerwartet; von jetzt an zeigt die einfache Vorschau den Text.</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet…</translation>
    </message>
    <message>
        <source>“{file}” has the same contents as “{other}”, which is in the list.</source>
        <translation>„{file}“ hat denselben Inhalt wie „{other}“ in der Liste.</translation>
    </message>
    <message>
        <source>{n:,} file has the same contents as another in the list.</source>
        <translation>{n:,} Datei hat denselben Inhalt wie eine andere in der Liste.</translation>
    </message>
    <message>
        <source>{n:,} files have the same contents as others in the list.</source>
        <translation>{n:,} Dateien haben denselben Inhalt wie andere in der Liste.</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>Fortset&amp;zen</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Page</source>
        <translation>&amp;Seite</translation>
    </message>
    <message>
        <source>Pr&amp;oof</source>
        <translation>&amp;Korrektur</translation>
    </message>
    <message>
        <source>&amp;Reading</source>
        <translation>&amp;Lesen</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open &amp;URL…</source>
        <translation>&amp;URL öffnen…</translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation>&amp;Ordner öffnen…</translation>
    </message>
    <message>
        <source>Open a sa&amp;mple</source>
        <translation>Bei&amp;spiel öffnen</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren…</translation>
    </message>
    <message>
        <source>Export as &amp;before</source>
        <translation>Wie zu&amp;letzt exportieren</translation>
    </message>
    <message>
        <source>&amp;Search the library…</source>
        <translation>Bibliothek &amp;durchsuchen…</translation>
    </message>
    <message>
        <source>&amp;Library storage…</source>
        <translation>Spei&amp;cher der Bibliothek…</translation>
    </message>
    <message>
        <source>&amp;Remove from the list</source>
        <translation>Aus der Liste en&amp;tfernen</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>E&amp;instellungen…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>Wieder&amp;herstellen</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>&amp;Ausschneiden</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy as Mark&amp;down</source>
        <translation>Als &amp;Markdown kopieren</translation>
    </message>
    <message>
        <source>Cop&amp;y as HTML</source>
        <translation>Als HTML ko&amp;pieren</translation>
    </message>
    <message>
        <source>C&amp;opy as LaTeX</source>
        <translation>Als LaTe&amp;X kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste text or picture</source>
        <translation>Text oder Bild &amp;einfügen</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>A&amp;lles auswählen</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>&amp;Weitersuchen</translation>
    </message>
    <message>
        <source>Find pre&amp;vious</source>
        <translation>Rückwärts s&amp;uchen</translation>
    </message>
    <message>
        <source>Find and r&amp;eplace…</source>
        <translation>Suchen und erse&amp;tzen…</translation>
    </message>
    <message>
        <source>Tab&amp;le…</source>
        <translation>Ta&amp;belle…</translation>
    </message>
    <message>
        <source>For&amp;mula…</source>
        <translation>&amp;Formel…</translation>
    </message>
    <message>
        <source>Special c&amp;haracters…</source>
        <translation>Son&amp;derzeichen…</translation>
    </message>
    <message>
        <source>&amp;Back to the engine&apos;s text</source>
        <translation>&amp;Zurück zum Text der Engine</translation>
    </message>
    <message>
        <source>&amp;Source or preview</source>
        <translation>&amp;Quelltext oder Vorschau</translation>
    </message>
    <message>
        <source>Fit &amp;width</source>
        <translation>An &amp;Breite anpassen</translation>
    </message>
    <message>
        <source>Fit &amp;page</source>
        <translation>An &amp;Seite anpassen</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>&amp;Actual size</source>
        <translation>&amp;Originalgröße</translation>
    </message>
    <message>
        <source>&amp;Documents</source>
        <translation>&amp;Dokumente</translation>
    </message>
    <message>
        <source>Page st&amp;rip</source>
        <translation>Seiten&amp;leiste</translation>
    </message>
    <message>
        <source>Perfor&amp;mance</source>
        <translation>Le&amp;istung</translation>
    </message>
    <message>
        <source>Performa&amp;nce in a window</source>
        <translation>Leistung in eigenem Fens&amp;ter</translation>
    </message>
    <message>
        <source>&amp;Follow the page being read</source>
        <translation>Der gelesenen Seite &amp;folgen</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>&amp;Colours of the system</source>
        <translation>Farben des S&amp;ystems</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Dar&amp;k</source>
        <translation>D&amp;unkel</translation>
    </message>
    <message>
        <source>High con&amp;trast</source>
        <translation>Hoher Ko&amp;ntrast</translation>
    </message>
    <message>
        <source>&amp;Next page</source>
        <translation>&amp;Nächste Seite</translation>
    </message>
    <message>
        <source>&amp;Previous page</source>
        <translation>&amp;Vorige Seite</translation>
    </message>
    <message>
        <source>&amp;First page</source>
        <translation>&amp;Erste Seite</translation>
    </message>
    <message>
        <source>&amp;Last page</source>
        <translation>&amp;Letzte Seite</translation>
    </message>
    <message>
        <source>&amp;Go to page…</source>
        <translation>&amp;Gehe zu Seite…</translation>
    </message>
    <message>
        <source>Next &amp;document</source>
        <translation>Nächstes &amp;Dokument</translation>
    </message>
    <message>
        <source>Previous d&amp;ocument</source>
        <translation>Voriges D&amp;okument</translation>
    </message>
    <message>
        <source>&amp;Checked</source>
        <translation>Ge&amp;prüft</translation>
    </message>
    <message>
        <source>Co&amp;mpare versions…</source>
        <translation>Vers&amp;ionen vergleichen…</translation>
    </message>
    <message>
        <source>&amp;History of the page…</source>
        <translation>Verla&amp;uf der Seite…</translation>
    </message>
    <message>
        <source>&amp;Turn right</source>
        <translation>Nach &amp;rechts drehen</translation>
    </message>
    <message>
        <source>Turn l&amp;eft</source>
        <translation>Nach lin&amp;ks drehen</translation>
    </message>
    <message>
        <source>Split dou&amp;ble pages…</source>
        <translation>Doppelseiten &amp;teilen…</translation>
    </message>
    <message>
        <source>&amp;Join halves again</source>
        <translation>Hälften &amp;wieder verbinden</translation>
    </message>
    <message>
        <source>Figu&amp;res on the page</source>
        <translation>&amp;Abbildungen auf der Seite</translation>
    </message>
    <message>
        <source>&amp;Add a figure</source>
        <translation>Abbildung &amp;hinzufügen</translation>
    </message>
    <message>
        <source>L&amp;ist of figures…</source>
        <translation>Li&amp;ste der Abbildungen…</translation>
    </message>
    <message>
        <source>&amp;Next flag</source>
        <translation>&amp;Nächster Hinweis</translation>
    </message>
    <message>
        <source>&amp;Previous flag</source>
        <translation>&amp;Voriger Hinweis</translation>
    </message>
    <message>
        <source>&amp;Accept the suggestion</source>
        <translation>Vorschlag &amp;annehmen</translation>
    </message>
    <message>
        <source>&amp;Dismiss the flag</source>
        <translation>Hinweis ver&amp;werfen</translation>
    </message>
    <message>
        <source>&amp;Bring dismissed flags back</source>
        <translation>Verworfene Hinweise &amp;zurückholen</translation>
    </message>
    <message>
        <source>&amp;List of the page&apos;s flags</source>
        <translation>&amp;Liste der Hinweise der Seite</translation>
    </message>
    <message>
        <source>Checked, &amp;go on</source>
        <translation>&amp;Geprüft, weiter</translation>
    </message>
    <message>
        <source>&amp;Show on the page</source>
        <translation>Auf der &amp;Seite zeigen</translation>
    </message>
    <message>
        <source>&amp;Read the picture to compare</source>
        <translation>&amp;Bild zum Vergleich lesen</translation>
    </message>
    <message>
        <source>Scroll page and text &amp;together</source>
        <translation>Seite und Text gemeinsam s&amp;crollen</translation>
    </message>
    <message>
        <source>Read this pa&amp;ge again</source>
        <translation>S&amp;eite neu lesen</translation>
    </message>
    <message>
        <source>Read p&amp;ages…</source>
        <translation>&amp;Seiten lesen…</translation>
    </message>
    <message>
        <source>Read the whole &amp;document again</source>
        <translation>Ganzes &amp;Dokument neu lesen</translation>
    </message>
    <message>
        <source>Read &amp;failed pages again</source>
        <translation>&amp;Fehlgeschlagene Seiten neu lesen</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>&amp;Stop now</source>
        <translation>Sofort sto&amp;ppen</translation>
    </message>
    <message>
        <source>Stop af&amp;ter this document</source>
        <translation>&amp;Nach diesem Dokument stoppen</translation>
    </message>
    <message>
        <source>Move document &amp;up</source>
        <translation>Dokument nach &amp;oben</translation>
    </message>
    <message>
        <source>Move document d&amp;own</source>
        <translation>Dokument nach &amp;unten</translation>
    </message>
    <message>
        <source>Read w&amp;ith another engine…</source>
        <translation>&amp;Mit anderer Engine lesen…</translation>
    </message>
    <message>
        <source>Stop readi&amp;ng with another engine</source>
        <translation>Lesen mit anderer Engine s&amp;toppen</translation>
    </message>
    <message>
        <source>&amp;Languages of scans…</source>
        <translation>Sp&amp;rachen der Scans…</translation>
    </message>
    <message>
        <source>&amp;Engine…</source>
        <translation>Eng&amp;ine…</translation>
    </message>
    <message>
        <source>&amp;Key of the service…</source>
        <translation>Sch&amp;lüssel des Dienstes…</translation>
    </message>
    <message>
        <source>Spending &amp;cap…</source>
        <translation>&amp;Kostengrenze…</translation>
    </message>
    <message>
        <source>&amp;Models and local engines…</source>
        <translation>Modelle und lokale En&amp;gines…</translation>
    </message>
    <message>
        <source>Measu&amp;re the speed…</source>
        <translation>Gesc&amp;hwindigkeit messen…</translation>
    </message>
    <message>
        <source>&amp;Why this engine?</source>
        <translation>&amp;Warum diese Engine?</translation>
    </message>
    <message>
        <source>&amp;Engines of this computer…</source>
        <translation>&amp;Engines dieses Computers…</translation>
    </message>
    <message>
        <source>&amp;Command palette…</source>
        <translation>&amp;Befehlspalette…</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About Copyholder</source>
        <translation>Übe&amp;r Copyholder</translation>
    </message>
    <message>
        <source>The link leads to {address}</source>
        <translation>Der Link führt zu {address}</translation>
    </message>
    <message>
        <source>The engine was not changed. {reason}</source>
        <translation>Die Engine wurde nicht gewechselt. {reason}</translation>
    </message>
    <message>
        <source>Enter the key…</source>
        <translation>Schlüssel eingeben…</translation>
    </message>
    <message>
        <source>{reason}. {engine} reads instead.</source>
        <translation>{reason}. Stattdessen liest: {engine}.</translation>
    </message>
    <message>
        <source>The keychain has not answered yet: unlock it where it asks, then the reading begins.</source>
        <translation>Der Schlüsselbund hat noch nicht geantwortet: Entsperren Sie ihn, wo er fragt, dann beginnt das Lesen.</translation>
    </message>
    <message>
        <source>Choose another engine…</source>
        <translation>Andere Engine wählen…</translation>
    </message>
    <message>
        <source>{engine} cannot be used, and the built-in reader stands in. {reason}</source>
        <translation>{engine} ist nicht zu verwenden, der eingebaute Leser springt ein. {reason}</translation>
    </message>
    <message>
        <source>Nothing is sent to {host}, as you said: {instead} reads instead.</source>
        <translation>An {host} wird nichts gesendet, wie Sie gesagt haben. Stattdessen liest: {instead}.</translation>
    </message>
    <message>
        <source>{engine} cannot be used ({reason}): {instead} reads instead.</source>
        <translation>{engine} ist nicht zu verwenden ({reason}). Stattdessen liest: {instead}.</translation>
    </message>
    <message>
        <source>{engine} cannot be used: {instead} reads instead.</source>
        <translation>{engine} ist nicht zu verwenden. Stattdessen liest: {instead}.</translation>
    </message>
    <message>
        <source>Raise the cap…</source>
        <translation>Grenze erhöhen…</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Engine…</source>
        <translation>Engine…</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>{n:,} page</source>
        <translation>{n:,} Seite</translation>
    </message>
    <message>
        <source>{n:,} pages</source>
        <translation>{n:,} Seiten</translation>
    </message>
    <message>
        <source>{pages} read in {time}</source>
        <translation>{pages} in {time} gelesen</translation>
    </message>
    <message>
        <source>{words}, {n:,} failed</source>
        <translation>{words}, {n:,} fehlgeschlagen</translation>
    </message>
    <message>
        <source>The simple preview was chosen in the settings.</source>
        <translation>In den Einstellungen ist die einfache Vorschau gewählt.</translation>
    </message>
    <message>
        <source>Qt WebEngine is not installed, so formulas are shown as their source.</source>
        <translation>Qt WebEngine ist nicht installiert, daher werden Formeln als Quelltext gezeigt.</translation>
    </message>
    <message>
        <source>Running as root, the browser&apos;s sandbox cannot work, so formulas are shown as their source.</source>
        <translation>Als root kann die Abschottung des Browsers nicht arbeiten, daher werden Formeln als Quelltext gezeigt.</translation>
    </message>
    <message>
        <source>Page text, preview</source>
        <translation>Seitentext, Vorschau</translation>
    </message>
    <message>
        <source>{n:,} file could not be opened.</source>
        <translation>{n:,} Datei konnte nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>{n:,} files could not be opened.</source>
        <translation>{n:,} Dateien konnten nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>{address} has a “?” or “#” in it: write the address up to /v1.</source>
        <translation>{address} enthält ein „?“ oder „#“: Schreiben Sie die Adresse bis /v1.</translation>
    </message>
    <message>
        <source>The address is empty: write one like https://example.org/paper.pdf.</source>
        <translation>Die Adresse ist leer: Schreiben Sie eine wie https://example.org/paper.pdf.</translation>
    </message>
    <message>
        <source>The address has blanks or line ends in it: copy it again.</source>
        <translation>Die Adresse enthält Leerzeichen oder Zeilenenden: Kopieren Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>{address} is no web address: check how it is written.</source>
        <translation>{address} ist keine Webadresse: Prüfen Sie, wie sie geschrieben ist.</translation>
    </message>
    <message>
        <source>{address} is no web address: it begins with https:// or http:// and a name.</source>
        <translation>{address} ist keine Webadresse: Sie beginnt mit https:// oder http:// und einem Namen.</translation>
    </message>
    <message>
        <source>{address} is no web address: it begins with https:// or http:// and a name, like {right}.</source>
        <translation>{address} ist keine Webadresse: Sie beginnt mit https:// oder http:// und einem Namen, wie {right}.</translation>
    </message>
    <message>
        <source>The address holds a name or a password: leave that out, keys are kept apart.</source>
        <translation>Die Adresse enthält einen Namen oder ein Passwort: Lassen Sie das weg, Schlüssel werden getrennt aufbewahrt.</translation>
    </message>
    <message>
        <source>the file&apos;s own text</source>
        <translation>der eigene Text der Datei</translation>
    </message>
    <message>
        <source>the second reading of the picture</source>
        <translation>die zweite Lesung des Bildes</translation>
    </message>
    <message>
        <source>Here stands {text}, but {second} has {page}. Compare the digits with the page.</source>
        <translation>Hier steht {text}, {second} sagt aber {page}. Vergleichen Sie die Ziffern mit der Seite.</translation>
    </message>
    <message>
        <source>The number {page} is lacking here; {second} has it.</source>
        <translation>Hier fehlt die Zahl {page}; {second} enthält sie.</translation>
    </message>
    <message>
        <source>The number {text} is not in {second}. Look whether the page has it.</source>
        <translation>Die Zahl {text} kennt {second} nicht. Sehen Sie nach, ob sie auf der Seite steht.</translation>
    </message>
    <message>
        <source>Here stands “{text}”, but {second} has “{page}”.</source>
        <translation>Hier steht „{text}“, {second} sagt aber „{page}“.</translation>
    </message>
    <message>
        <source>These words ({count}) are not in {second}. Look whether the page has them.</source>
        <translation>Diese Wörter ({count}) kennt {second} nicht. Sehen Sie nach, ob sie auf der Seite stehen.</translation>
    </message>
    <message>
        <source>The page has “{page}” here.</source>
        <translation>Auf der Seite steht hier „{page}“.</translation>
    </message>
    <message>
        <source>The page has “{page}” in the table here. The suggestion has it in one cell: part it as the page does.</source>
        <translation>Die Seite hat hier in der Tabelle „{page}“. Der Vorschlag setzt es in eine Zelle: Teilen Sie es auf wie auf der Seite.</translation>
    </message>
    <message>
        <source>This is there more often than on the page. Delete it if the page does not have it here.</source>
        <translation>Das steht öfter da als auf der Seite. Löschen Sie es, wenn die Seite es hier nicht hat.</translation>
    </message>
    <message>
        <source>This is there more than once; what the page has is not known. Look whether it repeats it.</source>
        <translation>Das steht mehr als einmal da; was die Seite hat, ist nicht bekannt. Sehen Sie nach, ob sie es wiederholt.</translation>
    </message>
    <message>
        <source>The same {count} times in a row. Delete what the page does not have.</source>
        <translation>Dasselbe {count}-mal hintereinander. Löschen Sie, was nicht auf der Seite steht.</translation>
    </message>
    <message>
        <source>The reading ended at its length limit; the rest of the page is lacking. Read the page again.</source>
        <translation>Die Lesung endete an ihrer Längengrenze; der Rest der Seite fehlt. Lesen Sie die Seite noch einmal.</translation>
    </message>
    <message>
        <source>The reading was stopped because it repeated itself. Compare the end of the page.</source>
        <translation>Die Lesung wurde gestoppt, weil sie sich wiederholte. Vergleichen Sie das Ende der Seite.</translation>
    </message>
    <message>
        <source>The page is blank, but there is text for it. Delete it if the page is blank indeed.</source>
        <translation>Die Seite ist leer, doch es gibt Text dazu. Löschen Sie ihn, wenn die Seite wirklich leer ist.</translation>
    </message>
    <message>
        <source>There is no text, but the page is not blank. Read it again, or check that it is a picture.</source>
        <translation>Es gibt keinen Text, doch die Seite ist nicht leer. Lesen Sie sie noch einmal, oder prüfen Sie, ob es ein Bild ist.</translation>
    </message>
    <message>
        <source>There is no text, but the page has {count} words. Read it again.</source>
        <translation>Es gibt keinen Text, doch auf der Seite stehen {count} Wörter. Lesen Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>This formula cannot be typeset: {detail}.</source>
        <translation>Diese Formel kann nicht gesetzt werden: {detail}.</translation>
    </message>
    <message>
        <source>Here stands {sign} outside of a formula. Look for a sign that opens or closes it.</source>
        <translation>Hier steht {sign} außerhalb einer Formel. Suchen Sie das Zeichen, das sie öffnet oder schließt.</translation>
    </message>
    <message>
        <source>This row has {cells} columns, the table has {usual}.</source>
        <translation>Diese Zeile hat {cells} Spalten, die Tabelle hat {usual}.</translation>
    </message>
    <message>
        <source>A cell reaches over {cells} rows; the table has only {usual} left.</source>
        <translation>Eine Zelle reicht über {cells} Zeilen; die Tabelle hat nur noch {usual}.</translation>
    </message>
    <message>
        <source>On the page these cells stand in another order. Compare the columns.</source>
        <translation>Auf der Seite stehen diese Zellen in anderer Reihenfolge. Vergleichen Sie die Spalten.</translation>
    </message>
    <message>
        <source>On the page this stands in another column. Compare the row.</source>
        <translation>Auf der Seite steht das in einer anderen Spalte. Vergleichen Sie die Zeile.</translation>
    </message>
    <message>
        <source>This word is not in {second}. Look whether the page has it.</source>
        <translation>Dieses Wort kennt {second} nicht. Sehen Sie nach, ob es auf der Seite steht.</translation>
    </message>
    <message>
        <source>This row has {cells} column, the table has {usual}.</source>
        <translation>Diese Zeile hat {cells} Spalte, die Tabelle hat {usual}.</translation>
    </message>
    <message>
        <source>Not checked against the page: there is no second reading to compare numbers and words with.</source>
        <translation>Nicht mit der Seite verglichen: Es gibt keine zweite Lesung, mit der sich Zahlen und Wörter vergleichen ließen.</translation>
    </message>
    <message>
        <source>{tag} is opened here and not closed.</source>
        <translation>{tag} wird hier geöffnet und nicht geschlossen.</translation>
    </message>
    <message>
        <source>{tag} closes what was not opened.</source>
        <translation>{tag} schließt, was nicht geöffnet wurde.</translation>
    </message>
    <message>
        <source>{count} items of a list stand in one line. Part them if the page has them apart.</source>
        <translation>{count} Punkte einer Liste stehen in einer Zeile. Trennen Sie sie, wenn sie auf der Seite getrennt sind.</translation>
    </message>
    <message>
        <source>The model was unsure here. Compare with the page.</source>
        <translation>Das Modell war hier unsicher. Vergleichen Sie mit der Seite.</translation>
    </message>
    <message>
        <source>The model&apos;s drafts were rejected oftener than elsewhere ({share} accepted, {usual} is usual here). Look the page over.</source>
        <translation>Die Entwürfe des Modells wurden öfter verworfen als sonst ({share} angenommen, üblich ist hier {usual}). Sehen Sie die Seite durch.</translation>
    </message>
    <message>
        <source>On the page this stands before what comes before it here. Check the order of the columns.</source>
        <translation>Auf der Seite steht das vor dem, was hier davor steht. Prüfen Sie die Reihenfolge der Spalten.</translation>
    </message>
    <message>
        <source>The page could not be read ({code}). Read it again.</source>
        <translation>Die Seite konnte nicht gelesen werden ({code}). Lesen Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>{second} is unreadable on this page: numbers and words were not compared.</source>
        <translation>{second} ist auf dieser Seite unleserlich: Zahlen und Wörter wurden nicht verglichen.</translation>
    </message>
    <message>
        <source>{second} agrees with hardly anything here, so single words were not compared. Look the page over.</source>
        <translation>{second} stimmt hier mit fast nichts überein, daher wurden einzelne Wörter nicht verglichen. Sehen Sie die Seite durch.</translation>
    </message>
    <message>
        <source>Some rows have more cells than the heading; the table was made wider for them.</source>
        <translation>Einige Zeilen haben mehr Zellen als die Überschrift; die Tabelle wurde für sie verbreitert.</translation>
    </message>
    <message>
        <source>Some rows had too few cells; empty ones were added.</source>
        <translation>Einige Zeilen hatten zu wenige Zellen; leere wurden ergänzt.</translation>
    </message>
    <message>
        <source>Typographic</source>
        <translation>Typografisch</translation>
    </message>
    <message>
        <source>Letters</source>
        <translation>Buchstaben</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>Griechisch</translation>
    </message>
    <message>
        <source>Mathematics</source>
        <translation>Mathematik</translation>
    </message>
    <message>
        <source>Super and sub</source>
        <translation>Hoch und tief</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeile</translation>
    </message>
    <message>
        <source>Marks above and below</source>
        <translation>Zeichen darüber und darunter</translation>
    </message>
    <message>
        <source>Signs</source>
        <translation>Symbole</translation>
    </message>
    <message>
        <source>Type a formula.</source>
        <translation>Geben Sie eine Formel ein.</translation>
    </message>
    <message>
        <source>This formula cannot be set: {reason}.</source>
        <translation>Diese Formel kann nicht gesetzt werden: {reason}.</translation>
    </message>
    <message>
        <source>A formula cannot end with a backslash.</source>
        <translation>Eine Formel kann nicht mit einem umgekehrten Schrägstrich enden.</translation>
    </message>
    <message>
        <source>A dollar sign would end the formula here; write \$ for the sign itself.</source>
        <translation>Ein Dollarzeichen würde die Formel hier beenden; für das Zeichen selbst schreiben Sie \$.</translation>
    </message>
    <message>
        <source>{sign} cannot stand within a formula.</source>
        <translation>{sign} kann nicht in einer Formel stehen.</translation>
    </message>
    <message>
        <source>The table was not closed; it is closed when it is written.</source>
        <translation>Die Tabelle war nicht geschlossen; beim Schreiben wird sie geschlossen.</translation>
    </message>
    <message>
        <source>Some cells spanned more than there is; they were cut to the table.</source>
        <translation>Einige Zellen reichten über den Rand; sie wurden auf die Tabelle gekürzt.</translation>
    </message>
    <message>
        <source>This pattern takes too long; write it with fewer repetitions within repetitions.</source>
        <translation>Dieses Muster dauert zu lange; schreiben Sie es mit weniger Wiederholungen in Wiederholungen.</translation>
    </message>
    <message>
        <source>Type what to look for.</source>
        <translation>Geben Sie ein, wonach gesucht werden soll.</translation>
    </message>
    <message>
        <source>This is too long to look for; use at most {n:,} characters.</source>
        <translation>Das ist zu lang zum Suchen; verwenden Sie höchstens {n:,} Zeichen.</translation>
    </message>
    <message>
        <source>This pattern repeats too much; use smaller numbers in braces.</source>
        <translation>Dieses Muster wiederholt zu viel; verwenden Sie kleinere Zahlen in den Klammern.</translation>
    </message>
    <message>
        <source>The pattern is not complete or not allowed: {reason} (at character {place}).</source>
        <translation>Das Muster ist unvollständig oder nicht erlaubt: {reason} (bei Zeichen {place}).</translation>
    </message>
    <message>
        <source>The pattern is not complete or not allowed: {reason}.</source>
        <translation>Das Muster ist unvollständig oder nicht erlaubt: {reason}.</translation>
    </message>
    <message>
        <source>This pattern is nested too deeply; make it simpler.</source>
        <translation>Dieses Muster ist zu tief verschachtelt; vereinfachen Sie es.</translation>
    </message>
    <message>
        <source>The replacement is not understood: {reason}.</source>
        <translation>Die Ersetzung ist nicht zu verstehen: {reason}.</translation>
    </message>
    <message>
        <source>There is no engine “{name}”: there are {names} and {server}, where URL is the address of a server.</source>
        <translation>Es gibt keine Engine „{name}“: Es gibt {names} und {server}, wobei URL die Adresse eines Servers ist.</translation>
    </message>
    <message>
        <source>{libraries} are not installed ({command})</source>
        <translation>{libraries} sind nicht installiert ({command})</translation>
    </message>
    <message>
        <source>{libraries} is not installed ({command})</source>
        <translation>{libraries} ist nicht installiert ({command})</translation>
    </message>
    <message>
        <source>{path} is no program: name the python of an environment.</source>
        <translation>{path} ist kein Programm: Nennen Sie das Python einer Umgebung.</translation>
    </message>
    <message>
        <source>The engine “{engine}” cannot be used: {reason}; or name a Python that has it</source>
        <translation>Die Engine „{engine}“ ist nicht zu verwenden: {reason}; oder nennen Sie ein Python, das sie hat</translation>
    </message>
    <message>
        <source>Copyholder is set to work offline, and {host} is another machine: choose an engine on this computer, or allow the network in the settings.</source>
        <translation>Copyholder ist auf Offline-Arbeit eingestellt, und {host} ist ein anderer Rechner: Wählen Sie eine Engine auf diesem Computer, oder erlauben Sie das Netz in den Einstellungen.</translation>
    </message>
    <message>
        <source>The engine “{engine}” needs the address of its server.</source>
        <translation>Die Engine „{engine}“ braucht die Adresse ihres Servers.</translation>
    </message>
    <message>
        <source>{model} cannot be a folder for {engine} and a name for a server: choose one of them.</source>
        <translation>{model} kann nicht zugleich ein Ordner für {engine} und ein Name für einen Server sein: Wählen Sie eines von beiden.</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>Das Modell</translation>
    </message>
    <message>
        <source>A server has to be asked for a model: name it</source>
        <translation>Ein Server muss nach einem Modell gefragt werden: Nennen Sie es</translation>
    </message>
    <message>
        <source>The engine “{engine}” reads with a model: name its folder</source>
        <translation>Die Engine „{engine}“ liest mit einem Modell: Nennen Sie seinen Ordner</translation>
    </message>
    <message>
        <source>{path} is no folder; name the one that holds the model&apos;s config.json.</source>
        <translation>{path} ist kein Ordner; nennen Sie den, in dem die config.json des Modells liegt.</translation>
    </message>
    <message>
        <source>The disk is full: free some space and install the engine again.</source>
        <translation>Der Datenträger ist voll: Schaffen Sie Platz und installieren Sie die Engine noch einmal.</translation>
    </message>
    <message>
        <source>The engine needs about {size} and the disk has {free} free: make room, or keep Copyholder&apos;s data on another disk.</source>
        <translation>Die Engine braucht etwa {size}, und auf dem Datenträger sind {free} frei: Schaffen Sie Platz, oder legen Sie die Daten von Copyholder auf einen anderen.</translation>
    </message>
    <message>
        <source>The engine cannot be installed here: {detail}.</source>
        <translation>Die Engine kann hier nicht installiert werden: {detail}.</translation>
    </message>
    <message>
        <source>Nothing was fetched, because Copyholder is set to work offline: allow the network in the settings, and unset HF_HUB_OFFLINE if it is set.</source>
        <translation>Nichts wurde geladen, weil Copyholder auf Offline-Arbeit eingestellt ist: Erlauben Sie das Netz in den Einstellungen, und löschen Sie HF_HUB_OFFLINE, falls es gesetzt ist.</translation>
    </message>
    <message>
        <source>There is no Python 3.11 or newer to build the engine with: install one, then try again.</source>
        <translation>Es gibt kein Python 3.11 oder neuer, um die Engine einzurichten: Installieren Sie eines und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>Python could not make an environment ({detail}): install the package python3-venv of your system, then try again.</source>
        <translation>Python konnte keine Umgebung anlegen ({detail}): Installieren Sie das Paket python3-venv Ihres Systems und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>The folder {detail} may not be written by you: change its permissions, or choose another one with --home.</source>
        <translation>In den Ordner {detail} dürfen Sie nicht schreiben: Ändern Sie seine Rechte, oder wählen Sie mit --home einen anderen.</translation>
    </message>
    <message>
        <source>Another Copyholder is installing this engine already: wait for it, or end it first.</source>
        <translation>Ein anderes Copyholder installiert diese Engine schon: Warten Sie darauf, oder beenden Sie es zuerst.</translation>
    </message>
    <message>
        <source>The engine is in use and could not be replaced ({detail}): let it finish, then try again.</source>
        <translation>Die Engine ist in Gebrauch und konnte nicht ersetzt werden ({detail}): Lassen Sie sie zu Ende kommen und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>The libraries could not be installed ({detail}): check the network, then try again.</source>
        <translation>Die Bibliotheken konnten nicht installiert werden ({detail}): Prüfen Sie das Netz und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>The libraries are installed but do not work on this machine ({detail}): nothing was changed, choose another engine or report it.</source>
        <translation>Die Bibliotheken sind installiert, arbeiten aber auf diesem Rechner nicht ({detail}): Nichts wurde geändert; wählen Sie eine andere Engine, oder melden Sie es.</translation>
    </message>
    <message>
        <source>This engine is not installed, so there is nothing to remove.</source>
        <translation>Diese Engine ist nicht installiert, also gibt es nichts zu entfernen.</translation>
    </message>
    <message>
        <source>An unexpected fault stopped the installation ({detail}): try it again, and report it if it stays.</source>
        <translation>Ein unerwarteter Fehler hat die Installation beendet ({detail}): Versuchen Sie es erneut, und melden Sie es, wenn er bleibt.</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>Das Dokument</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>das Dokument</translation>
    </message>
    <message>
        <source>{name} is not there any more: put it back, or add it from its new place.</source>
        <translation>{name} ist nicht mehr da: Legen Sie es zurück, oder fügen Sie es von seinem neuen Ort hinzu.</translation>
    </message>
    <message>
        <source>{name} may not be opened or written by you: change its permissions, or choose another place.</source>
        <translation>{name} dürfen Sie nicht öffnen oder schreiben: Ändern Sie die Rechte, oder wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
        <source>{name} is empty (0 bytes): copy or download it again.</source>
        <translation>{name} ist leer (0 Bytes): Kopieren oder laden Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{name} is neither a PDF nor a picture that Copyholder can read: save it as PDF, PNG, JPEG or TIFF.</source>
        <translation>{name} ist weder ein PDF noch ein Bild, das Copyholder lesen kann: Speichern Sie es als PDF, PNG, JPEG oder TIFF.</translation>
    </message>
    <message>
        <source>{name} is damaged beyond repair: get a fresh copy, or print it to PDF from a program that still opens it.</source>
        <translation>{name} ist unrettbar beschädigt: Besorgen Sie eine neue Kopie, oder drucken Sie es aus einem Programm, das es noch öffnet, in ein PDF.</translation>
    </message>
    <message>
        <source>{name} has no pages: check that it is the file you meant.</source>
        <translation>{name} hat keine Seiten: Prüfen Sie, ob es die richtige Datei ist.</translation>
    </message>
    <message>
        <source>{name} is locked: enter its password to open it.</source>
        <translation>{name} ist gesperrt: Geben Sie das Passwort ein, um es zu öffnen.</translation>
    </message>
    <message>
        <source>This password does not open {name}: try another one.</source>
        <translation>Dieses Passwort öffnet {name} nicht: Versuchen Sie ein anderes.</translation>
    </message>
    <message>
        <source>{name} was changed by another program since it was opened: open it again to read the new version.</source>
        <translation>{name} wurde seit dem Öffnen von einem anderen Programm geändert: Öffnen Sie es erneut, um die neue Fassung zu lesen.</translation>
    </message>
    <message>
        <source>{name} has no page {detail}: choose pages that it has.</source>
        <translation>{name} hat keine Seite {detail}: Wählen Sie Seiten, die es gibt.</translation>
    </message>
    <message>
        <source>{name} does not have this page: choose pages that it has.</source>
        <translation>{name} hat diese Seite nicht: Wählen Sie Seiten, die es gibt.</translation>
    </message>
    <message>
        <source>{name} needs something that is not installed ({detail}): install it, or save the file as PDF or PNG.</source>
        <translation>{name} braucht etwas, das nicht installiert ist ({detail}): Installieren Sie es, oder speichern Sie die Datei als PDF oder PNG.</translation>
    </message>
    <message>
        <source>{name} needs a part that is not installed here: save it as PDF or PNG and add that.</source>
        <translation>{name} braucht einen Teil, der hier nicht installiert ist: Speichern Sie es als PDF oder PNG und fügen Sie das hinzu.</translation>
    </message>
    <message>
        <source>{name} took longer than {detail} seconds and was given up: try it again, or leave it out.</source>
        <translation>{name} dauerte länger als {detail} Sekunden und wurde aufgegeben: Versuchen Sie es erneut, oder lassen Sie es weg.</translation>
    </message>
    <message>
        <source>{name} took too long and was given up: try it again, or leave it out.</source>
        <translation>{name} dauerte zu lange und wurde aufgegeben: Versuchen Sie es erneut, oder lassen Sie es weg.</translation>
    </message>
    <message>
        <source>There was not enough memory for {name}: close other programs and try again, or read fewer pages at once.</source>
        <translation>Für {name} reichte der Speicher nicht: Schließen Sie andere Programme und versuchen Sie es erneut, oder lesen Sie weniger Seiten zugleich.</translation>
    </message>
    <message>
        <source>The disk is full and has no room for {name}: free some space and press Resume, nothing is lost until then.</source>
        <translation>Der Datenträger ist voll und hat keinen Platz für {name}: Schaffen Sie Platz und drücken Sie Fortsetzen; bis dahin geht nichts verloren.</translation>
    </message>
    <message>
        <source>{name} made the reading program crash and was left out: everything else goes on, and you can try it again.</source>
        <translation>{name} hat das Leseprogramm abstürzen lassen und wurde weggelassen: Alles andere geht weiter, und Sie können es erneut versuchen.</translation>
    </message>
    <message>
        <source>{name} was stopped: what is finished is kept, and Resume goes on from there.</source>
        <translation>{name} wurde gestoppt: Was fertig ist, bleibt, und Fortsetzen macht dort weiter.</translation>
    </message>
    <message>
        <source>{name} was not finished because Copyholder was closed: open it again and it goes on from there.</source>
        <translation>{name} wurde nicht fertig, weil Copyholder geschlossen wurde: Öffnen Sie es erneut, dann geht es dort weiter.</translation>
    </message>
    <message>
        <source>No engine could be started to read {name} ({detail}): choose another engine, or start Copyholder again.</source>
        <translation>Keine Engine konnte starten, um {name} zu lesen ({detail}): Wählen Sie eine andere Engine, oder starten Sie Copyholder neu.</translation>
    </message>
    <message>
        <source>No engine could be started to read {name}: choose another engine, or start Copyholder again.</source>
        <translation>Keine Engine konnte starten, um {name} zu lesen: Wählen Sie eine andere Engine, oder starten Sie Copyholder neu.</translation>
    </message>
    <message>
        <source>The engine could not read {name} ({detail}): try it again, or choose another engine.</source>
        <translation>Die Engine konnte {name} nicht lesen ({detail}): Versuchen Sie es erneut, oder wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>The engine could not read {name}: try it again, or choose another engine.</source>
        <translation>Die Engine konnte {name} nicht lesen: Versuchen Sie es erneut, oder wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>{name} does not fit into the model&apos;s context ({detail} tokens): shorten the instruction, or choose another engine.</source>
        <translation>{name} passt nicht in den Kontext des Modells ({detail} Tokens): Kürzen Sie die Anweisung, oder wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>{name} does not fit into the model&apos;s context: shorten the instruction, or choose another engine.</source>
        <translation>{name} passt nicht in den Kontext des Modells: Kürzen Sie die Anweisung, oder wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>The service at {detail} needs a key: enter it, or choose another engine.</source>
        <translation>Der Dienst auf {detail} braucht einen Schlüssel: Geben Sie ihn ein, oder wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>The service needs a key: enter it, or choose another engine.</source>
        <translation>Der Dienst braucht einen Schlüssel: Geben Sie ihn ein, oder wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>The service at {detail} does not accept the key: enter it anew, or choose another engine.</source>
        <translation>Der Dienst auf {detail} nimmt den Schlüssel nicht an: Geben Sie ihn neu ein, oder wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>The service does not accept the key: enter it anew, or choose another engine.</source>
        <translation>Der Dienst nimmt den Schlüssel nicht an: Geben Sie ihn neu ein, oder wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>The account is out of credits: top it up with the service, or choose another engine, then press Resume.</source>
        <translation>Das Guthaben ist aufgebraucht: Füllen Sie es beim Dienst auf, oder wählen Sie eine andere Engine, und drücken Sie dann Fortsetzen.</translation>
    </message>
    <message>
        <source>The service does not allow this ({detail}): check what the key may be used for, then press Resume.</source>
        <translation>Der Dienst erlaubt das nicht ({detail}): Prüfen Sie, wofür der Schlüssel gilt, und drücken Sie dann Fortsetzen.</translation>
    </message>
    <message>
        <source>The service does not allow this: check what the key may be used for, then press Resume.</source>
        <translation>Der Dienst erlaubt das nicht: Prüfen Sie, wofür der Schlüssel gilt, und drücken Sie dann Fortsetzen.</translation>
    </message>
    <message>
        <source>There is no such service at {detail}: check the address of the engine, then press Resume.</source>
        <translation>Auf {detail} gibt es keinen solchen Dienst: Prüfen Sie die Adresse der Engine, und drücken Sie dann Fortsetzen.</translation>
    </message>
    <message>
        <source>There is no such service at this address: check the address of the engine, then press Resume.</source>
        <translation>Unter dieser Adresse gibt es keinen solchen Dienst: Prüfen Sie die Adresse der Engine, und drücken Sie dann Fortsetzen.</translation>
    </message>
    <message>
        <source>The service refused the request ({detail}): check the model&apos;s name and the prompt, then press Resume.</source>
        <translation>Der Dienst hat die Anfrage abgelehnt ({detail}): Prüfen Sie den Namen des Modells und den Prompt, und drücken Sie dann Fortsetzen.</translation>
    </message>
    <message>
        <source>The service refused the request: check the model&apos;s name and the prompt, then press Resume.</source>
        <translation>Der Dienst hat die Anfrage abgelehnt: Prüfen Sie den Namen des Modells und den Prompt, und drücken Sie dann Fortsetzen.</translation>
    </message>
    <message>
        <source>The picture of {name} is too large for the service, also when made smaller: choose another engine for it.</source>
        <translation>Für {name} ist das Bild dem Dienst zu groß, auch verkleinert: Wählen Sie dafür eine andere Engine.</translation>
    </message>
    <message>
        <source>The service answers that there are too many requests: wait a few minutes, then press Resume.</source>
        <translation>Der Dienst antwortet, es seien zu viele Anfragen: Warten Sie einige Minuten, und drücken Sie dann Fortsetzen.</translation>
    </message>
    <message>
        <source>The service did not start in time: try again in a few minutes with Resume, or choose another engine.</source>
        <translation>Der Dienst ist nicht rechtzeitig gestartet: Versuchen Sie es in einigen Minuten mit Fortsetzen erneut, oder wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>The service failed at {name} twice ({detail}): try the page again later, it may have been billed.</source>
        <translation>Der Dienst scheiterte zweimal ({detail}), und zwar für {name}: Versuchen Sie die Seite später erneut; sie wurde vielleicht berechnet.</translation>
    </message>
    <message>
        <source>The service failed at {name} twice: try the page again later, it may have been billed.</source>
        <translation>Der Dienst scheiterte zweimal, und zwar für {name}: Versuchen Sie die Seite später erneut; sie wurde vielleicht berechnet.</translation>
    </message>
    <message>
        <source>The service at {detail} cannot be reached: check the network, the proxy and the address, then press Resume.</source>
        <translation>Der Dienst auf {detail} ist nicht zu erreichen: Prüfen Sie Netz, Proxy und Adresse, und drücken Sie dann Fortsetzen.</translation>
    </message>
    <message>
        <source>The service cannot be reached: check the network, the proxy and the address, then press Resume.</source>
        <translation>Der Dienst ist nicht zu erreichen: Prüfen Sie Netz, Proxy und Adresse, und drücken Sie dann Fortsetzen.</translation>
    </message>
    <message>
        <source>The service at {detail} shows a certificate that is not trusted: check the address, or name your own certificate authority in the settings.</source>
        <translation>Der Dienst auf {detail} zeigt ein Zertifikat, dem nicht vertraut wird: Prüfen Sie die Adresse, oder nennen Sie in den Einstellungen Ihre eigene Zertifizierungsstelle.</translation>
    </message>
    <message>
        <source>The service shows a certificate that is not trusted: check the address, or name your own certificate authority in the settings.</source>
        <translation>Der Dienst zeigt ein Zertifikat, dem nicht vertraut wird: Prüfen Sie die Adresse, oder nennen Sie in den Einstellungen Ihre eigene Zertifizierungsstelle.</translation>
    </message>
    <message>
        <source>The service gave no usable answer for {name} ({detail}): try the page again, or choose another engine.</source>
        <translation>Der Dienst gab für {name} keine brauchbare Antwort ({detail}): Versuchen Sie die Seite erneut, oder wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>The service gave no usable answer for {name}: try the page again, or choose another engine.</source>
        <translation>Der Dienst gab für {name} keine brauchbare Antwort: Versuchen Sie die Seite erneut, oder wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>{name} leads to {detail}, which is in a private network: name that address yourself if you mean it.</source>
        <translation>{name} führt zu {detail} in einem privaten Netz: Nennen Sie diese Adresse selbst, wenn Sie sie meinen.</translation>
    </message>
    <message>
        <source>{name} leads to a private network: name that address yourself if you mean it.</source>
        <translation>{name} führt in ein privates Netz: Nennen Sie diese Adresse selbst, wenn Sie sie meinen.</translation>
    </message>
    <message>
        <source>The site of {name} refused the service ({detail}): download the file and read it from the disk.</source>
        <translation>Die Website zu {name} hat den Dienst abgewiesen ({detail}): Laden Sie die Datei herunter und lesen Sie sie vom Datenträger.</translation>
    </message>
    <message>
        <source>The site of {name} refused the service: download the file and read it from the disk.</source>
        <translation>Die Website zu {name} hat den Dienst abgewiesen: Laden Sie die Datei herunter und lesen Sie sie vom Datenträger.</translation>
    </message>
    <message>
        <source>The spending cap is reached (US dollars {detail}): raise it to go on, all finished pages are kept.</source>
        <translation>Die Kostengrenze ist erreicht (US-Dollar {detail}): Erhöhen Sie sie, um weiterzumachen; alle fertigen Seiten bleiben.</translation>
    </message>
    <message>
        <source>The spending cap is reached: raise it to go on, all finished pages are kept.</source>
        <translation>Die Kostengrenze ist erreicht: Erhöhen Sie sie, um weiterzumachen; alle fertigen Seiten bleiben.</translation>
    </message>
    <message>
        <source>Two parts of Copyholder did not understand each other over {name}: install it again so that all parts fit.</source>
        <translation>Zwei Teile von Copyholder haben sich nicht verstanden, es ging um {name}: Installieren Sie es neu, damit alle Teile zusammenpassen.</translation>
    </message>
    <message>
        <source>An unexpected fault in Copyholder stopped {name} ({detail}): try it again, and report it if it stays.</source>
        <translation>Ein unerwarteter Fehler in Copyholder hat {name} beendet ({detail}): Versuchen Sie es erneut, und melden Sie es, wenn er bleibt.</translation>
    </message>
    <message>
        <source>An unexpected fault in Copyholder stopped {name}: try it again, and report it if it stays.</source>
        <translation>Ein unerwarteter Fehler in Copyholder hat {name} beendet: Versuchen Sie es erneut, und melden Sie es, wenn er bleibt.</translation>
    </message>
    <message>
        <source>There is nothing to read in {name}: choose a folder or files with PDFs or pictures in them.</source>
        <translation>{name} enthält nichts zu lesen: Wählen Sie einen Ordner oder Dateien mit PDFs oder Bildern.</translation>
    </message>
    <message>
        <source>The name of {name} has bytes in it that are not text: rename it and add it again.</source>
        <translation>{name} hat Bytes im Namen, die kein Text sind: Benennen Sie es um und fügen Sie es noch einmal hinzu.</translation>
    </message>
    <message>
        <source>The page range {detail} is not understood: write it like 1-3,7,10- where the first page is 1.</source>
        <translation>Der Seitenbereich {detail} ist nicht zu verstehen: Schreiben Sie ihn wie 1-3,7,10-, die erste Seite ist 1.</translation>
    </message>
    <message>
        <source>The page range is not understood: write it like 1-3,7,10- where the first page is 1.</source>
        <translation>Der Seitenbereich ist nicht zu verstehen: Schreiben Sie ihn wie 1-3,7,10-, die erste Seite ist 1.</translation>
    </message>
    <message>
        <source>The library was written by a newer Copyholder and nothing is saved to it: install the newer version to go on.</source>
        <translation>Die Bibliothek wurde von einem neueren Copyholder geschrieben, und nichts wird darin gespeichert: Installieren Sie die neuere Version, um weiterzuarbeiten.</translation>
    </message>
    <message>
        <source>The library was damaged and a new one was begun: put back a backup if you have one; the old one is {detail}.</source>
        <translation>Die Bibliothek war beschädigt, und eine neue wurde begonnen: Spielen Sie eine Sicherung zurück, wenn Sie eine haben; die alte ist {detail}.</translation>
    </message>
    <message>
        <source>The library is damaged: put back a backup, or remove it to begin a new one.</source>
        <translation>Die Bibliothek ist beschädigt: Spielen Sie eine Sicherung zurück, oder entfernen Sie sie, um eine neue zu beginnen.</translation>
    </message>
    <message>
        <source>The library cannot be written and nothing is saved: change the permissions of {name}, then start again.</source>
        <translation>Die Bibliothek kann nicht geschrieben werden, und nichts wird gespeichert: Ändern Sie die Rechte für {name}, und starten Sie dann neu.</translation>
    </message>
    <message>
        <source>Another Copyholder has the library open: close the other windows and commands, then try again.</source>
        <translation>Ein anderes Copyholder hat die Bibliothek geöffnet: Schließen Sie die anderen Fenster und Befehle, und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>There is another library in {name}: choose an empty folder, this one stays where it is.</source>
        <translation>In {name} ist schon eine andere Bibliothek: Wählen Sie einen leeren Ordner, diese bleibt, wo sie ist.</translation>
    </message>
    <message>
        <source>The settings could not be understood: defaults stand in for what was wrong; the old file is {detail}.</source>
        <translation>Die Einstellungen waren nicht zu verstehen: Vorgaben ersetzen, was falsch war; die alte Datei ist {detail}.</translation>
    </message>
    <message>
        <source>The settings could not be understood: defaults stand in for what was wrong, check them in the settings.</source>
        <translation>Die Einstellungen waren nicht zu verstehen: Vorgaben ersetzen, was falsch war; prüfen Sie sie in den Einstellungen.</translation>
    </message>
    <message>
        <source>The value of {detail} is not understood: correct it, its default stands in until then.</source>
        <translation>Der Wert von {detail} ist nicht zu verstehen: Korrigieren Sie ihn, bis dahin gilt die Vorgabe.</translation>
    </message>
    <message>
        <source>A setting is not understood: correct it, its default stands in until then.</source>
        <translation>Eine Einstellung ist nicht zu verstehen: Korrigieren Sie sie, bis dahin gilt die Vorgabe.</translation>
    </message>
    <message>
        <source>Nothing was taken from {name}, because {detail} is not understood: correct it, then import the file again.</source>
        <translation>Aus {name} wurde nichts übernommen, denn {detail} ist nicht zu verstehen: Korrigieren Sie das, und importieren Sie die Datei dann noch einmal.</translation>
    </message>
    <message>
        <source>Nothing was taken from {name}, because it is no file of settings: choose one that “Export” wrote.</source>
        <translation>Aus {name} wurde nichts übernommen, denn es ist keine Datei mit Einstellungen: Wählen Sie eine, die „Exportieren“ geschrieben hat.</translation>
    </message>
    <message>
        <source>{name} has no page that was read yet: read it first.</source>
        <translation>{name} hat noch keine gelesene Seite: Lesen Sie es zuerst.</translation>
    </message>
    <message>
        <source>{name} needs pandoc to be written: install it with “pip install copyholder[office]”, or choose HTML.</source>
        <translation>{name} braucht pandoc zum Schreiben: Installieren Sie es mit „pip install copyholder[office]“, oder wählen Sie HTML.</translation>
    </message>
    <message>
        <source>{name} could not be written ({detail}): export it as HTML instead, which other programs open too.</source>
        <translation>{name} konnte nicht geschrieben werden ({detail}): Exportieren Sie stattdessen HTML, das auch andere Programme öffnen.</translation>
    </message>
    <message>
        <source>{name} could not be written: export it as HTML instead, which other programs open too.</source>
        <translation>{name} konnte nicht geschrieben werden: Exportieren Sie stattdessen HTML, das auch andere Programme öffnen.</translation>
    </message>
    <message>
        <source>{name} is not there as it was read, so its figures and page pictures were left out: put it back, then export again.</source>
        <translation>{name} ist nicht mehr so da, wie es gelesen wurde; Abbildungen und Seitenbilder wurden weggelassen: Legen Sie es zurück und exportieren Sie dann noch einmal.</translation>
    </message>
    <message>
        <source>{name} is another file by now than the one that was read: bring that one to its place, or convert this one.</source>
        <translation>{name} ist inzwischen eine andere Datei als die gelesene: Legen Sie jene an ihren Platz, oder wandeln Sie diese um.</translation>
    </message>
    <message>
        <source>The pages of {name} stay as they are while something of it is not saved: make room on the disk, then try again.</source>
        <translation>Für {name} bleiben die Seiten, wie sie sind, solange etwas davon nicht gespeichert ist: Schaffen Sie Platz auf dem Datenträger, und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>{name} was edited in another window, too (page {detail}): the newest text counts, and History has both.</source>
        <translation>{name} wurde auch in einem anderen Fenster bearbeitet (Seite {detail}): Der neueste Text gilt, und der Verlauf hat beide.</translation>
    </message>
    <message>
        <source>{name} was edited in another window, too: the newest text counts, and History has both.</source>
        <translation>{name} wurde auch in einem anderen Fenster bearbeitet: Der neueste Text gilt, und der Verlauf hat beide.</translation>
    </message>
    <message>
        <source>Another window replaced what you typed in {name} (page {detail}): your text can be restored from that page’s History.</source>
        <translation>Ein anderes Fenster hat ersetzt, was Sie in {name} (Seite {detail}) eingegeben haben: Ihr Text lässt sich im Verlauf dieser Seite wiederherstellen.</translation>
    </message>
    <message>
        <source>Another window replaced what you typed in {name}: your text can be restored from the page’s History.</source>
        <translation>Ein anderes Fenster hat ersetzt, was Sie in {name} eingegeben haben: Ihr Text lässt sich im Verlauf der Seite wiederherstellen.</translation>
    </message>
    <message>
        <source>{name} is not in the library: “copyholder library list” shows what is.</source>
        <translation>{name} ist nicht in der Bibliothek: „copyholder library list“ zeigt, was darin ist.</translation>
    </message>
    <message>
        <source>{name} was deleted from the library by another window or command: what you type from now on is kept, and its pages can be read again.</source>
        <translation>{name} wurde von einem anderen Fenster oder Befehl aus der Bibliothek gelöscht: Was Sie von jetzt an eingeben, wird behalten, und die Seiten lassen sich neu lesen.</translation>
    </message>
    <message>
        <source>The address cannot be used: {detail}.</source>
        <translation>Die Adresse ist nicht zu verwenden: {detail}.</translation>
    </message>
    <message>
        <source>This is no web address: write one like https://example.org/paper.pdf.</source>
        <translation>Das ist keine Webadresse: Schreiben Sie eine wie https://example.org/paper.pdf.</translation>
    </message>
    <message>
        <source>The server does not give {name} ({detail}): check the address, or download it with a browser and add the file.</source>
        <translation>Der Server gibt {name} nicht her ({detail}): Prüfen Sie die Adresse, oder laden Sie die Datei mit einem Browser und fügen Sie sie hinzu.</translation>
    </message>
    <message>
        <source>The server does not give {name}: check the address, or download it with a browser and add the file.</source>
        <translation>Der Server gibt {name} nicht her: Prüfen Sie die Adresse, oder laden Sie die Datei mit einem Browser und fügen Sie sie hinzu.</translation>
    </message>
    <message>
        <source>{name} is a page for a browser and no document: open it there and add the address of its PDF.</source>
        <translation>{name} ist eine Seite für einen Browser und kein Dokument: Öffnen Sie sie dort und fügen Sie die Adresse ihres PDF hinzu.</translation>
    </message>
    <message>
        <source>{name} is larger than {detail} MB: download it with a browser and add the file.</source>
        <translation>{name} ist größer als {detail} MB: Laden Sie es mit einem Browser und fügen Sie die Datei hinzu.</translation>
    </message>
    <message>
        <source>{name} is too large to be downloaded here: download it with a browser and add the file.</source>
        <translation>{name} ist zu groß, um hier geladen zu werden: Laden Sie es mit einem Browser und fügen Sie die Datei hinzu.</translation>
    </message>
    <message>
        <source>The file {detail} has no certificates that can be read: choose a PEM file in the settings.</source>
        <translation>Die Datei {detail} enthält keine lesbaren Zertifikate: Wählen Sie in den Einstellungen eine PEM-Datei.</translation>
    </message>
    <message>
        <source>The file of certificates cannot be read: choose a PEM file in the settings.</source>
        <translation>Die Datei mit Zertifikaten ist nicht zu lesen: Wählen Sie in den Einstellungen eine PEM-Datei.</translation>
    </message>
    <message>
        <source>The engine {name} cannot be used ({detail}): choose another one if you would rather, nothing is lost.</source>
        <translation>Die Engine {name} ist nicht zu verwenden ({detail}): Wählen Sie eine andere, wenn Sie möchten; nichts geht verloren.</translation>
    </message>
    <message>
        <source>The engine {name} cannot be used, and another one reads instead: choose one if you would rather.</source>
        <translation>Die Engine {name} ist nicht zu verwenden, und eine andere liest stattdessen: Wählen Sie eine, wenn Sie möchten.</translation>
    </message>
    <message>
        <source>{name} was not fetched, because Copyholder is set to work offline: allow the network in the settings.</source>
        <translation>{name} wurde nicht geladen, weil Copyholder auf Offline-Arbeit eingestellt ist: Erlauben Sie das Netz in den Einstellungen.</translation>
    </message>
    <message>
        <source>The file was not fetched, because Copyholder is set to work offline: allow the network in the settings.</source>
        <translation>Die Datei wurde nicht geladen, weil Copyholder auf Offline-Arbeit eingestellt ist: Erlauben Sie das Netz in den Einstellungen.</translation>
    </message>
    <message>
        <source>Nothing was sent to {detail}, as you said: choose an engine on this machine, or press Resume to be asked.</source>
        <translation>An {detail} wurde nichts gesendet, wie Sie gesagt haben: Wählen Sie eine Engine auf diesem Rechner, oder drücken Sie Fortsetzen, um gefragt zu werden.</translation>
    </message>
    <message>
        <source>Nothing was sent, as you said: choose an engine on this machine, or press Resume to be asked.</source>
        <translation>Nichts wurde gesendet, wie Sie gesagt haben: Wählen Sie eine Engine auf diesem Rechner, oder drücken Sie Fortsetzen, um gefragt zu werden.</translation>
    </message>
    <message>
        <source>text layer</source>
        <translation>Textebene</translation>
    </message>
    <message>
        <source>no text layer: read from the picture</source>
        <translation>keine Textebene: vom Bild gelesen</translation>
    </message>
    <message>
        <source>text layer is a cipher: read from the picture</source>
        <translation>Textebene ist verschlüsselt: vom Bild gelesen</translation>
    </message>
    <message>
        <source>text layer is an old, poor recognition: read from the picture</source>
        <translation>Textebene ist eine alte, schlechte Erkennung: vom Bild gelesen</translation>
    </message>
    <message>
        <source>text layer differs from what is seen: read from the picture</source>
        <translation>Textebene weicht vom Sichtbaren ab: vom Bild gelesen</translation>
    </message>
    <message>
        <source>page is mostly picture: read from the picture</source>
        <translation>Seite ist überwiegend Bild: vom Bild gelesen</translation>
    </message>
    <message>
        <source>read from the picture as asked</source>
        <translation>wie gewünscht vom Bild gelesen</translation>
    </message>
    <message>
        <source>blank page</source>
        <translation>leere Seite</translation>
    </message>
    <message>
        <source>blank page: the text that the model made up for it was left out</source>
        <translation>leere Seite: Der Text, den das Modell dazu erfand, wurde weggelassen</translation>
    </message>
    <message>
        <source>has formulas: a vision model would do better</source>
        <translation>enthält Formeln: Ein Bildmodell wäre besser</translation>
    </message>
    <message>
        <source>handwriting: a vision model would do better</source>
        <translation>Handschrift: Ein Bildmodell wäre besser</translation>
    </message>
    <message>
        <source>cannot read {detail} script</source>
        <translation>kann die Schrift {detail} nicht lesen</translation>
    </message>
    <message>
        <source>in a script that the engine cannot read</source>
        <translation>in einer Schrift, die die Engine nicht lesen kann</translation>
    </message>
    <message>
        <source>hard to read: check the words</source>
        <translation>schwer lesbar: Prüfen Sie die Wörter</translation>
    </message>
    <message>
        <source>turned upright by {detail}°</source>
        <translation>um {detail}° aufgerichtet</translation>
    </message>
    <message>
        <source>turned upright</source>
        <translation>aufgerichtet</translation>
    </message>
    <message>
        <source>straightened by {detail}°</source>
        <translation>um {detail}° gerade gestellt</translation>
    </message>
    <message>
        <source>very large page, scaled down ({detail})</source>
        <translation>sehr große Seite, verkleinert ({detail})</translation>
    </message>
    <message>
        <source>very large page, scaled down</source>
        <translation>sehr große Seite, verkleinert</translation>
    </message>
    <message>
        <source>file was damaged: what survives was read</source>
        <translation>Datei war beschädigt: gelesen wurde, was erhalten ist</translation>
    </message>
    <message>
        <source>invisible text left out</source>
        <translation>unsichtbarer Text weggelassen</translation>
    </message>
    <message>
        <source>parts were read from pictures</source>
        <translation>Teile wurden aus Bildern gelesen</translation>
    </message>
    <message>
        <source>text was cut off: read the page again</source>
        <translation>Text wurde abgeschnitten: Lesen Sie die Seite noch einmal</translation>
    </message>
    <message>
        <source>asked for twice after the connection broke, and perhaps billed twice</source>
        <translation>nach einem Abbruch der Verbindung zweimal angefragt und vielleicht zweimal berechnet</translation>
    </message>
    <message>
        <source>read without drafts ({detail})</source>
        <translation>ohne Entwürfe gelesen ({detail})</translation>
    </message>
    <message>
        <source>read without drafts</source>
        <translation>ohne Entwürfe gelesen</translation>
    </message>
    <message>
        <source>The key is empty: copy it again.</source>
        <translation>Der Schlüssel ist leer: Kopieren Sie ihn noch einmal.</translation>
    </message>
    <message>
        <source>This is no key: a key is one word of plain letters, digits and signs; copy it again.</source>
        <translation>Das ist kein Schlüssel: Ein Schlüssel ist ein Wort aus einfachen Buchstaben, Ziffern und Zeichen; kopieren Sie ihn noch einmal.</translation>
    </message>
    <message>
        <source>{reason}: choose another folder, or fetch the model again.</source>
        <translation>{reason}: Wählen Sie einen anderen Ordner, oder laden Sie das Modell noch einmal.</translation>
    </message>
    <message>
        <source>the hub asks us to wait</source>
        <translation>der Hub bittet zu warten</translation>
    </message>
    <message>
        <source>the connection broke off</source>
        <translation>die Verbindung brach ab</translation>
    </message>
    <message>
        <source>the hub is in trouble</source>
        <translation>der Hub hat Schwierigkeiten</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>{why}; trying again in {seconds:.0f} s</source>
        <translation>{why}; neuer Versuch in {seconds:.0f} s</translation>
    </message>
    <message>
        <source>The disk is full: free some space and start the download again, it goes on where it stopped.</source>
        <translation>Der Datenträger ist voll: Schaffen Sie Platz und starten Sie das Laden noch einmal; es geht weiter, wo es aufhörte.</translation>
    </message>
    <message>
        <source>The model needs {size} more and the disk has {free} free: make room, or keep Copyholder&apos;s data on another disk.</source>
        <translation>Das Modell braucht noch {size}, und auf dem Datenträger sind {free} frei: Schaffen Sie Platz, oder legen Sie die Daten von Copyholder auf einen anderen.</translation>
    </message>
    <message>
        <source>Nothing was fetched, because the model&apos;s licence was not accepted: read and accept it first.</source>
        <translation>Nichts wurde geladen, weil die Lizenz des Modells nicht angenommen wurde: Lesen Sie sie und nehmen Sie sie zuerst an.</translation>
    </message>
    <message>
        <source>{detail} cannot be reached: check the network, the proxy and the address, then go on with the download.</source>
        <translation>{detail} ist nicht zu erreichen: Prüfen Sie Netz, Proxy und Adresse, und setzen Sie das Laden dann fort.</translation>
    </message>
    <message>
        <source>The hub cannot be reached: check the network, the proxy and the address, then go on with the download.</source>
        <translation>Der Hub ist nicht zu erreichen: Prüfen Sie Netz, Proxy und Adresse, und setzen Sie das Laden dann fort.</translation>
    </message>
    <message>
        <source>{detail} shows a certificate that is not trusted, or your own certificate file cannot be read: check the address and the certificate file in the settings.</source>
        <translation>{detail} zeigt ein Zertifikat, dem nicht vertraut wird, oder Ihre eigene Zertifikatdatei ist nicht zu lesen: Prüfen Sie die Adresse und die Zertifikatdatei in den Einstellungen.</translation>
    </message>
    <message>
        <source>The hub shows a certificate that is not trusted: check the address, or name your own authority&apos;s file.</source>
        <translation>Der Hub zeigt ein Zertifikat, dem nicht vertraut wird: Prüfen Sie die Adresse, oder nennen Sie die Datei Ihrer eigenen Stelle.</translation>
    </message>
    <message>
        <source>The hub asks to wait for {detail} seconds: go on with the download later, what was fetched is kept.</source>
        <translation>Der Hub bittet, {detail} Sekunden zu warten: Setzen Sie das Laden später fort; was geladen wurde, bleibt.</translation>
    </message>
    <message>
        <source>The hub answers that there are too many requests: go on with the download later, what was fetched is kept.</source>
        <translation>Der Hub antwortet, es seien zu viele Anfragen: Setzen Sie das Laden später fort; was geladen wurde, bleibt.</translation>
    </message>
    <message>
        <source>The hub could not serve the model ({detail}): go on with the download later, what was fetched is kept.</source>
        <translation>Der Hub konnte das Modell nicht liefern ({detail}): Setzen Sie das Laden später fort; was geladen wurde, bleibt.</translation>
    </message>
    <message>
        <source>The hub could not serve the model: go on with the download later, what was fetched is kept.</source>
        <translation>Der Hub konnte das Modell nicht liefern: Setzen Sie das Laden später fort; was geladen wurde, bleibt.</translation>
    </message>
    <message>
        <source>What answers at {detail} is no model hub: check the address, and whether a login page stands in between.</source>
        <translation>Was auf {detail} antwortet, ist kein Modell-Hub: Prüfen Sie die Adresse, und ob eine Anmeldeseite dazwischen steht.</translation>
    </message>
    <message>
        <source>What answers at this address is no model hub: check the address.</source>
        <translation>Was unter dieser Adresse antwortet, ist kein Modell-Hub: Prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>The vendor gives {detail} only to accounts that have asked for it: ask on the model&apos;s page, then set HF_TOKEN to a token of that account.</source>
        <translation>Der Hersteller gibt {detail} nur an Konten, die darum gebeten haben: Bitten Sie auf der Seite des Modells darum, und setzen Sie dann HF_TOKEN auf ein Token dieses Kontos.</translation>
    </message>
    <message>
        <source>The vendor gives this model only to accounts that have asked for it: ask for it, then set HF_TOKEN.</source>
        <translation>Der Hersteller gibt dieses Modell nur an Konten, die darum gebeten haben: Bitten Sie darum, und setzen Sie dann HF_TOKEN.</translation>
    </message>
    <message>
        <source>{detail} does not accept the token: make a new one that may read models, and set HF_TOKEN to it.</source>
        <translation>{detail} nimmt das Token nicht an: Erzeugen Sie ein neues, das Modelle lesen darf, und setzen Sie HF_TOKEN darauf.</translation>
    </message>
    <message>
        <source>The hub does not accept the token: make a new one that may read models, and set HF_TOKEN to it.</source>
        <translation>Der Hub nimmt das Token nicht an: Erzeugen Sie ein neues, das Modelle lesen darf, und setzen Sie HF_TOKEN darauf.</translation>
    </message>
    <message>
        <source>There is no model {detail} at this hub: check the address of the mirror.</source>
        <translation>Auf diesem Hub gibt es kein Modell {detail}: Prüfen Sie die Adresse des Spiegels.</translation>
    </message>
    <message>
        <source>There is no such model at this hub: check the address of the mirror.</source>
        <translation>Auf diesem Hub gibt es kein solches Modell: Prüfen Sie die Adresse des Spiegels.</translation>
    </message>
    <message>
        <source>The model has no revision {detail}: leave it out to get the one that Copyholder was tested with.</source>
        <translation>Das Modell hat keine Revision {detail}: Lassen Sie sie weg, um die zu erhalten, mit der Copyholder geprüft wurde.</translation>
    </message>
    <message>
        <source>The model has no such revision: leave it out to get the one that Copyholder was tested with.</source>
        <translation>Das Modell hat keine solche Revision: Lassen Sie sie weg, um die zu erhalten, mit der Copyholder geprüft wurde.</translation>
    </message>
    <message>
        <source>The file {detail} is not the one that the vendor published: fetch the model again, or from another mirror.</source>
        <translation>Die Datei {detail} ist nicht die, die der Hersteller veröffentlicht hat: Laden Sie das Modell noch einmal, oder von einem anderen Spiegel.</translation>
    </message>
    <message>
        <source>A file is not the one that the vendor published: fetch the model again, or from another mirror.</source>
        <translation>Eine Datei ist nicht die, die der Hersteller veröffentlicht hat: Laden Sie das Modell noch einmal, oder von einem anderen Spiegel.</translation>
    </message>
    <message>
        <source>The data folder may not be written by you: change its permissions.</source>
        <translation>In den Datenordner dürfen Sie nicht schreiben: Ändern Sie seine Rechte.</translation>
    </message>
    <message>
        <source>Another Copyholder is fetching this model already: wait for it, or end it first.</source>
        <translation>Ein anderes Copyholder lädt dieses Modell schon: Warten Sie darauf, oder beenden Sie es zuerst.</translation>
    </message>
    <message>
        <source>The program that fetches models stopped ({detail}): start the download again, it goes on where it stopped.</source>
        <translation>Das Programm, das Modelle lädt, hat aufgehört ({detail}): Starten Sie das Laden noch einmal; es geht weiter, wo es aufhörte.</translation>
    </message>
    <message>
        <source>The program that fetches models stopped: start the download again, it goes on where it stopped.</source>
        <translation>Das Programm, das Modelle lädt, hat aufgehört: Starten Sie das Laden noch einmal; es geht weiter, wo es aufhörte.</translation>
    </message>
    <message>
        <source>Two parts of Copyholder did not understand each other: install it again.</source>
        <translation>Zwei Teile von Copyholder haben sich nicht verstanden: Installieren Sie es neu.</translation>
    </message>
    <message>
        <source>An unexpected fault stopped the download ({detail}): try it again, and report it if it stays.</source>
        <translation>Ein unerwarteter Fehler hat das Laden beendet ({detail}): Versuchen Sie es erneut, und melden Sie es, wenn er bleibt.</translation>
    </message>
    <message>
        <source>An unexpected fault stopped the download: try it again, and report it if it stays.</source>
        <translation>Ein unerwarteter Fehler hat das Laden beendet: Versuchen Sie es erneut, und melden Sie es, wenn er bleibt.</translation>
    </message>
    <message>
        <source>under $0.00001</source>
        <translation>unter $0.00001</translation>
    </message>
    <message>
        <source>the value of {names}</source>
        <translation>der Wert von {names}</translation>
    </message>
    <message>
        <source> and of </source>
        <translation> und von </translation>
    </message>
    <message>
        <source>what stands at {place}</source>
        <translation>was an dieser Stelle steht ({place})</translation>
    </message>
    <message>
        <source>its end</source>
        <translation>ihr Ende</translation>
    </message>
    <message>
        <source>install NVIDIA&apos;s driver 580 or newer, which knows CUDA 13</source>
        <translation>installieren Sie NVIDIAs Treiber 580 oder neuer, der CUDA 13 kennt</translation>
    </message>
    <message>
        <source>WSL2 gives Linux half of the memory unless .wslconfig says more</source>
        <translation>WSL2 gibt Linux die Hälfte des Speichers, wenn .wslconfig nicht mehr sagt</translation>
    </message>
    <message>
        <source>install Copyholder inside WSL2</source>
        <translation>installieren Sie Copyholder in WSL2</translation>
    </message>
    <message>
        <source>vLLM needs Linux, or WSL2 on Windows.</source>
        <translation>vLLM braucht Linux, oder WSL2 unter Windows.</translation>
    </message>
    <message>
        <source>vLLM is not made for {architecture} processors.</source>
        <translation>vLLM gibt es nicht für {architecture}-Prozessoren.</translation>
    </message>
    <message>
        <source>the model folder has no draft head</source>
        <translation>der Modellordner hat keinen Entwurfskopf</translation>
    </message>
    <message>
        <source>vLLM with FastMTP</source>
        <translation>vLLM mit FastMTP</translation>
    </message>
    <message>
        <source>Transformers on the graphics card</source>
        <translation>Transformers auf der Grafikkarte</translation>
    </message>
    <message>
        <source>PyTorch with Transformers</source>
        <translation>PyTorch mit Transformers</translation>
    </message>
    <message>
        <source>computes in {dtype}, the card has no bfloat16</source>
        <translation>rechnet in {dtype}, die Karte hat kein bfloat16</translation>
    </message>
    <message>
        <source>float16 is slow on this card</source>
        <translation>float16 ist auf dieser Karte langsam</translation>
    </message>
    <message>
        <source>the graphics card</source>
        <translation>der Grafikkarte</translation>
    </message>
    <message>
        <source>{size} are needed; of {total} macOS lets a program&apos;s graphics have {other}.</source>
        <translation>{size} sind nötig; von {total} lässt macOS der Grafik eines Programms {other}.</translation>
    </message>
    <message>
        <source>the {name} graphics</source>
        <translation>der {name}-Grafik</translation>
    </message>
    <message>
        <source>The model does not run on Intel&apos;s graphics ({name}).</source>
        <translation>Das Modell läuft nicht auf Grafik von Intel ({name}).</translation>
    </message>
    <message>
        <source>PyTorch uses AMD&apos;s graphics cards on Linux only.</source>
        <translation>PyTorch nutzt Grafikkarten von AMD nur unter Linux.</translation>
    </message>
    <message>
        <source>PyTorch {release} is not built for ROCm, which AMD&apos;s cards need.</source>
        <translation>PyTorch {release} ist nicht für ROCm gebaut, das Karten von AMD brauchen.</translation>
    </message>
    <message>
        <source>PyTorch for ROCm with Transformers</source>
        <translation>PyTorch für ROCm mit Transformers</translation>
    </message>
    <message>
        <source>{name}: never tried by Copyholder&apos;s makers</source>
        <translation>{name}: von den Machern von Copyholder nie erprobt</translation>
    </message>
    <message>
        <source>Transformers with FastMTP on {where}</source>
        <translation>Transformers mit FastMTP auf {where}</translation>
    </message>
    <message>
        <source>Transformers on {where}</source>
        <translation>Transformers auf {where}</translation>
    </message>
    <message>
        <source>{name} is too old for vLLM (compute capability {has}; {wants} is needed).</source>
        <translation>{name} ist zu alt für vLLM (Compute Capability {has}; nötig ist {wants}).</translation>
    </message>
    <message>
        <source>vLLM {vllm} does not run this model; 0.32 is tested.</source>
        <translation>vLLM {vllm} führt dieses Modell nicht aus; geprüft ist 0.32.</translation>
    </message>
    <message>
        <source>vLLM needs a C compiler, and there is none.</source>
        <translation>vLLM braucht einen C-Compiler, und es gibt keinen.</translation>
    </message>
    <message>
        <source>install gcc</source>
        <translation>installieren Sie gcc</translation>
    </message>
    <message>
        <source>vLLM needs the header files of Python, and there are none.</source>
        <translation>vLLM braucht die Header-Dateien von Python, und es gibt keine.</translation>
    </message>
    <message>
        <source>install python3-dev</source>
        <translation>installieren Sie python3-dev</translation>
    </message>
    <message>
        <source>install NVIDIA&apos;s current driver and restart</source>
        <translation>installieren Sie NVIDIAs aktuellen Treiber und starten Sie neu</translation>
    </message>
    <message>
        <source>The NVIDIA driver {driver} is too old (CUDA {number}; 12 is needed).</source>
        <translation>Der NVIDIA-Treiber {driver} ist zu alt (CUDA {number}; nötig ist 12).</translation>
    </message>
    <message>
        <source>close programs that use the card</source>
        <translation>schließen Sie Programme, die die Karte nutzen</translation>
    </message>
    <message>
        <source>The graphics card could not be asked ({trouble}).</source>
        <translation>Die Grafikkarte konnte nicht gefragt werden ({trouble}).</translation>
    </message>
    <message>
        <source>restart the computer; if that does not help, install the driver anew</source>
        <translation>starten Sie den Computer neu; hilft das nicht, installieren Sie den Treiber neu</translation>
    </message>
    <message>
        <source>{name}, {size} of {other} free</source>
        <translation>{name}, {size} von {other} frei</translation>
    </message>
    <message>
        <source>The licence of jina-ocr-v1 (CC BY-NC 4.0) allows no commercial use.</source>
        <translation>Die Lizenz von jina-ocr-v1 (CC BY-NC 4.0) erlaubt keine kommerzielle Nutzung.</translation>
    </message>
    <message>
        <source>ask Jina AI for an agreement, or use an engine without this model</source>
        <translation>bitten Sie Jina AI um eine Vereinbarung, oder nehmen Sie eine Engine ohne dieses Modell</translation>
    </message>
    <message>
        <source>The licence of jina-ocr-v1 (CC BY-NC 4.0: no commercial use) is not accepted yet.</source>
        <translation>Die Lizenz von jina-ocr-v1 (CC BY-NC 4.0: keine kommerzielle Nutzung) ist noch nicht angenommen.</translation>
    </message>
    <message>
        <source>The model jina-ocr-v1 is not on this machine.</source>
        <translation>Das Modell jina-ocr-v1 ist nicht auf diesem Rechner.</translation>
    </message>
    <message>
        <source>It is not complete.</source>
        <translation>Es ist nicht vollständig.</translation>
    </message>
    <message>
        <source>The model&apos;s folder cannot be used: {reason}</source>
        <translation>Der Ordner des Modells ist nicht zu verwenden: {reason}</translation>
    </message>
    <message>
        <source>The interpreter that you named cannot be used: {problem}.</source>
        <translation>Der genannte Interpreter ist nicht zu verwenden: {problem}.</translation>
    </message>
    <message>
        <source>{library} is not installed.</source>
        <translation>{library} ist nicht installiert.</translation>
    </message>
    <message>
        <source>{size} of disk are needed, {other} are free.</source>
        <translation>{size} auf dem Datenträger sind nötig, {other} sind frei.</translation>
    </message>
    <message>
        <source>free some space, or move Copyholder&apos;s data folder to a larger disk</source>
        <translation>schaffen Sie Platz, oder verlegen Sie den Datenordner von Copyholder auf einen größeren Datenträger</translation>
    </message>
    <message>
        <source>It would have to be downloaded, and Copyholder is set to work offline.</source>
        <translation>Es müsste geladen werden, und Copyholder ist auf Offline-Arbeit eingestellt.</translation>
    </message>
    <message>
        <source>allow the network, or name a model folder and an interpreter that you have</source>
        <translation>erlauben Sie das Netz, oder nennen Sie einen Modellordner und einen Interpreter, die Sie haben</translation>
    </message>
    <message>
        <source>The interpreter with the engine lacks {lacking}.</source>
        <translation>Dem Interpreter mit der Engine fehlt {lacking}.</translation>
    </message>
    <message>
        <source>PyTorch {torch} is too old; {number} or newer is needed.</source>
        <translation>PyTorch {torch} ist zu alt; nötig ist {number} oder neuer.</translation>
    </message>
    <message>
        <source>you chose it</source>
        <translation>Sie haben sie gewählt</translation>
    </message>
    <message>
        <source>{time} a page, measured here</source>
        <translation>{time} je Seite, hier gemessen</translation>
    </message>
    <message>
        <source>Built-in engine</source>
        <translation>Eingebaute Engine</translation>
    </message>
    <message>
        <source>text layers and scans, nothing to download</source>
        <translation>Textebenen und Scans, nichts zu laden</translation>
    </message>
    <message>
        <source>whether it answers shows when it is used</source>
        <translation>ob er antwortet, zeigt sich beim Gebrauch</translation>
    </message>
    <message>
        <source>There is no engine “{name}”.</source>
        <translation>Es gibt keine Engine „{name}“.</translation>
    </message>
    <message>
        <source>Sending pages to Jina&apos;s service is not allowed by you.</source>
        <translation>Sie haben nicht erlaubt, Seiten an den Dienst von Jina zu senden.</translation>
    </message>
    <message>
        <source>choose it yourself (--engine jina); it is never chosen otherwise</source>
        <translation>wählen Sie ihn selbst (--engine jina); sonst wird er nie gewählt</translation>
    </message>
    <message>
        <source>There is no key for Jina&apos;s service.</source>
        <translation>Es gibt keinen Schlüssel für den Dienst von Jina.</translation>
    </message>
    <message>
        <source>get one at jina.ai, then: copyholder engines key jina</source>
        <translation>holen Sie einen bei jina.ai, dann: copyholder engines key jina</translation>
    </message>
    <message>
        <source>Copyholder is set to work offline.</source>
        <translation>Copyholder ist auf Offline-Arbeit eingestellt.</translation>
    </message>
    <message>
        <source>allow the network</source>
        <translation>erlauben Sie das Netz</translation>
    </message>
    <message>
        <source>Jina&apos;s service</source>
        <translation>Dienst von Jina</translation>
    </message>
    <message>
        <source>pages leave this machine</source>
        <translation>Seiten verlassen diesen Rechner</translation>
    </message>
    <message>
        <source>costs by the page</source>
        <translation>kostet je Seite</translation>
    </message>
    <message>
        <source>There is no current PyTorch for Macs with Intel processors.</source>
        <translation>Für Macs mit Intel-Prozessor gibt es kein aktuelles PyTorch.</translation>
    </message>
    <message>
        <source>Transformers on the processor</source>
        <translation>Transformers auf dem Prozessor</translation>
    </message>
    <message>
        <source>vLLM for processors</source>
        <translation>vLLM für Prozessoren</translation>
    </message>
    <message>
        <source>vLLM on the processor</source>
        <translation>vLLM auf dem Prozessor</translation>
    </message>
    <message>
        <source>{time} a page, an estimate</source>
        <translation>{time} je Seite, geschätzt</translation>
    </message>
    <message>
        <source>close other programs</source>
        <translation>schließen Sie andere Programme</translation>
    </message>
    <message>
        <source>about {last}</source>
        <translation>etwa {last}</translation>
    </message>
    <message>
        <source>about {number} to {last}</source>
        <translation>etwa {number} bis {last}</translation>
    </message>
    <message>
        <source>PyTorch {torch} is a build for the processor alone and cannot use the graphics card.</source>
        <translation>PyTorch {torch} ist nur für den Prozessor gebaut und kann die Grafikkarte nicht nutzen.</translation>
    </message>
    <message>
        <source>There is no such folder.</source>
        <translation>Es gibt keinen solchen Ordner.</translation>
    </message>
    <message>
        <source>Its download is not finished.</source>
        <translation>Das Laden ist nicht beendet.</translation>
    </message>
    <message>
        <source>There is no {file} in the folder.</source>
        <translation>Im Ordner fehlt {file}.</translation>
    </message>
    <message>
        <source>NVIDIA graphics</source>
        <translation>NVIDIA-Grafik</translation>
    </message>
    <message>
        <source>AMD graphics</source>
        <translation>AMD-Grafik</translation>
    </message>
    <message>
        <source>Intel graphics</source>
        <translation>Intel-Grafik</translation>
    </message>
    <message>
        <source>its driver is not installed, or not running</source>
        <translation>ihr Treiber ist nicht installiert oder läuft nicht</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver: {error}</source>
        <translation>NVIDIAs Treiber: {error}</translation>
    </message>
    <message>
        <source>its installation was not finished</source>
        <translation>seine Installation wurde nicht beendet</translation>
    </message>
    <message>
        <source>the Python that it was made from is gone</source>
        <translation>das Python, aus dem es gemacht wurde, ist nicht mehr da</translation>
    </message>
    <message>
        <source>there is no such program</source>
        <translation>es gibt kein solches Programm</translation>
    </message>
    <message>
        <source>it is no program, or may not be run</source>
        <translation>es ist kein Programm oder darf nicht ausgeführt werden</translation>
    </message>
    <message>
        <source>it does not answer within {seconds} s</source>
        <translation>es antwortet nicht innerhalb von {seconds} s</translation>
    </message>
    <message>
        <source>it cannot be started, or is not a Python</source>
        <translation>es kann nicht gestartet werden oder ist kein Python</translation>
    </message>
    <message>
        <source>no answer within {seconds} s</source>
        <translation>keine Antwort innerhalb von {seconds} s</translation>
    </message>
    <message>
        <source>{title}: {seconds} s a page</source>
        <translation>{title}: {seconds} s je Seite</translation>
    </message>
    <message>
        <source>this engine drafts nothing here</source>
        <translation>diese Engine entwirft hier nichts</translation>
    </message>
    <message>
        <source>drafts were not tried</source>
        <translation>Entwürfe wurden nicht versucht</translation>
    </message>
    <message>
        <source>without drafts a page is read fastest here</source>
        <translation>ohne Entwürfe wird eine Seite hier am schnellsten gelesen</translation>
    </message>
    <message>
        <source>{title} differs by no more than the noise ({times}x)</source>
        <translation>{title} weicht nur um das Rauschen ab ({times}x)</translation>
    </message>
    <message>
        <source>one page at a time: {pages} at once failed ({reason})</source>
        <translation>eine Seite auf einmal: {pages} zugleich scheiterten ({reason})</translation>
    </message>
    <message>
        <source>more were not tried</source>
        <translation>mehr wurden nicht versucht</translation>
    </message>
    <message>
        <source>one page at a time: {why}</source>
        <translation>eine Seite auf einmal: {why}</translation>
    </message>
    <message>
        <source>one page at a time: more at once bring nothing here</source>
        <translation>eine Seite auf einmal: Mehr zugleich bringen hier nichts</translation>
    </message>
    <message>
        <source>{pages} pages at once with {drafts}: {speed} pages/s, {times}x one at a time</source>
        <translation>{pages} Seiten zugleich mit {drafts}: {speed} Seiten/s, das {times}-Fache von einer auf einmal</translation>
    </message>
    <message>
        <source>{pages} bring no more ({speed})</source>
        <translation>{pages} bringen nicht mehr ({speed})</translation>
    </message>
    <message>
        <source>{pages} failed ({reason})</source>
        <translation>{pages} scheiterten ({reason})</translation>
    </message>
    <message>
        <source>{pages} not tried ({reason})</source>
        <translation>{pages} nicht versucht ({reason})</translation>
    </message>
    <message>
        <source>with {title} {speed} pages/s</source>
        <translation>mit {title} {speed} Seiten/s</translation>
    </message>
    <message>
        <source>the engine failed before</source>
        <translation>die Engine scheiterte zuvor</translation>
    </message>
    <message>
        <source>it could not beat K={depth} even if its drafts cost nothing</source>
        <translation>es könnte K={depth} nicht schlagen, selbst wenn seine Entwürfe nichts kosteten</translation>
    </message>
    <message>
        <source>twice in a row more drafts were slower</source>
        <translation>zweimal hintereinander waren mehr Entwürfe langsamer</translation>
    </message>
    <message>
        <source>no number of drafts is faster than none</source>
        <translation>keine Zahl von Entwürfen ist schneller als keine</translation>
    </message>
    <message>
        <source>fewer pages at once failed already</source>
        <translation>schon weniger Seiten zugleich scheiterten</translation>
    </message>
    <message>
        <source>{pages} at once were slower than {before}</source>
        <translation>{pages} zugleich waren langsamer als {before}</translation>
    </message>
    <message>
        <source>{pages} at once brought no more than {before}</source>
        <translation>{pages} zugleich brachten nicht mehr als {before}</translation>
    </message>
    <message>
        <source>adaptive drafts</source>
        <translation>angepasste Entwürfe</translation>
    </message>
    <message>
        <source>the processor</source>
        <translation>der Prozessor</translation>
    </message>
    <message>
        <source>its driver</source>
        <translation>ihr Treiber</translation>
    </message>
    <message>
        <source>the system</source>
        <translation>das System</translation>
    </message>
    <message>
        <source>the engine&apos;s libraries</source>
        <translation>die Bibliotheken der Engine</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>das Modell</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Graphics</source>
        <translation>Grafik</translation>
    </message>
    <message>
        <source>Gpus</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Pythons</source>
        <translation>Pythons</translation>
    </message>
    <message>
        <source>none that a model could use</source>
        <translation>keine, die ein Modell nutzen könnte</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Datenträger</translation>
    </message>
    <message>
        <source>{size} free for models and environments</source>
        <translation>{size} frei für Modelle und Umgebungen</translation>
    </message>
    <message>
        <source>could not be looked at: {why}</source>
        <translation>konnte nicht angesehen werden: {why}</translation>
    </message>
    <message>
        <source>can be reached</source>
        <translation>ist zu erreichen</translation>
    </message>
    <message>
        <source>cannot be reached</source>
        <translation>ist nicht zu erreichen</translation>
    </message>
    <message>
        <source>Copyholder&apos;s own</source>
        <translation>das von Copyholder</translation>
    </message>
    <message>
        <source>installed by Copyholder</source>
        <translation>von Copyholder installiert</translation>
    </message>
    <message>
        <source>named by you</source>
        <translation>von Ihnen genannt</translation>
    </message>
    <message>
        <source>name another one, or none</source>
        <translation>nennen Sie ein anderes oder keines</translation>
    </message>
    <message>
        <source>cannot be used: {problem}</source>
        <translation>ist nicht zu verwenden: {problem}</translation>
    </message>
    <message>
        <source>no model library</source>
        <translation>keine Modellbibliothek</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>not here</source>
        <translation>nicht hier</translation>
    </message>
    <message>
        <source>Engines, the best first</source>
        <translation>Engines, die beste zuerst</translation>
    </message>
    <message>
        <source>copyholder tune, since {changed} changed after it was measured</source>
        <translation>copyholder tune, denn seit der Messung hat sich geändert: {changed}</translation>
    </message>
    <message>
        <source>can be written</source>
        <translation>beschreibbar</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>nicht beschreibbar</translation>
    </message>
    <message>
        <source>give yourself the right to write there, or use --home DIR</source>
        <translation>geben Sie sich das Recht, dort zu schreiben, oder verwenden Sie --home DIR</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>Untersuchung</translation>
    </message>
    <message>
        <source>did not answer: {answer}</source>
        <translation>antwortete nicht: {answer}</translation>
    </message>
    <message>
        <source>install Copyholder anew</source>
        <translation>installieren Sie Copyholder neu</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>does not start</source>
        <translation>startet nicht</translation>
    </message>
    <message>
        <source>install Copyholder anew; the log says what it said</source>
        <translation>installieren Sie Copyholder neu; was sie sagte, steht im Protokoll</translation>
    </message>
    <message>
        <source>PySide6 is not installed</source>
        <translation>PySide6 ist nicht installiert</translation>
    </message>
    <message>
        <source>Further scripts of scans</source>
        <translation>Weitere Schriften von Scans</translation>
    </message>
    <message>
        <source>Tesseract reads {languages}</source>
        <translation>Tesseract liest {languages}</translation>
    </message>
    <message>
        <source>Tesseract is not installed, or has no languages</source>
        <translation>Tesseract ist nicht installiert oder hat keine Sprachen</translation>
    </message>
    <message>
        <source>for Arabic, Hebrew, Greek and others: pip install &quot;copyholder[ocr-scripts]&quot;</source>
        <translation>für Arabisch, Hebräisch, Griechisch und andere: pip install &quot;copyholder[ocr-scripts]&quot;</translation>
    </message>
    <message>
        <source>this version has no tested libraries of {engine} for {chosen}</source>
        <translation>diese Version hat keine geprüften Bibliotheken von {engine} für {chosen}</translation>
    </message>
    <message>
        <source>libraries of {engine}</source>
        <translation>Bibliotheken von {engine}</translation>
    </message>
    <message>
        <source>vLLM needs Linux (on Windows: WSL2)</source>
        <translation>vLLM braucht Linux (unter Windows: WSL2)</translation>
    </message>
    <message>
        <source>{engine} has no libraries for {hardware}</source>
        <translation>{engine} hat keine Bibliotheken für {hardware}</translation>
    </message>
    <message>
        <source>PyTorch has no builds for Macs with Intel processors any more</source>
        <translation>für Macs mit Intel-Prozessor gibt es kein PyTorch mehr</translation>
    </message>
    <message>
        <source>mps is for Apple processors</source>
        <translation>mps ist für Apple-Prozessoren</translation>
    </message>
    <message>
        <source>{engine} has no libraries for {processor} processors</source>
        <translation>{engine} hat keine Bibliotheken für {processor}-Prozessoren</translation>
    </message>
    <message>
        <source>there is no NVIDIA GPU with a working driver</source>
        <translation>es gibt keine NVIDIA-GPU mit arbeitendem Treiber</translation>
    </message>
    <message>
        <source>the NVIDIA driver serves CUDA {number} only, update it for CUDA {wanted}</source>
        <translation>der NVIDIA-Treiber kann nur CUDA {number}, aktualisieren Sie ihn für CUDA {wanted}</translation>
    </message>
    <message>
        <source>the NVIDIA GPU is newer than CUDA 12.6: install driver 580 or newer, which knows CUDA 13</source>
        <translation>die NVIDIA-GPU ist neuer als CUDA 12.6: Installieren Sie Treiber 580 oder neuer, der CUDA 13 kennt</translation>
    </message>
    <message>
        <source>was cancelled</source>
        <translation>wurde abgebrochen</translation>
    </message>
    <message>
        <source>it does not start</source>
        <translation>es startet nicht</translation>
    </message>
    <message>
        <source>it crashed</source>
        <translation>es ist abgestürzt</translation>
    </message>
    <message>
        <source>took too long</source>
        <translation>dauerte zu lange</translation>
    </message>
    <message>
        <source>the engine&apos;s program is of another version</source>
        <translation>das Programm der Engine ist von einer anderen Version</translation>
    </message>
    <message>
        <source>The engine&apos;s program greets (version {version}).</source>
        <translation>Das Programm der Engine meldet sich (Version {version}).</translation>
    </message>
    <message>
        <source>Loading the model in {model} ...</source>
        <translation>Das Modell in {model} wird geladen ...</translation>
    </message>
    <message>
        <source>It has read a page: {text}</source>
        <translation>Es hat eine Seite gelesen: {text}</translation>
    </message>
    <message>
        <source>an empty environment</source>
        <translation>eine leere Umgebung</translation>
    </message>
    <message>
        <source>it said nothing</source>
        <translation>es sagte nichts</translation>
    </message>
    <message>
        <source>it did not answer within {seconds} s</source>
        <translation>es antwortete nicht innerhalb von {seconds} s</translation>
    </message>
    <message>
        <source>it ended with status {status} ({last})</source>
        <translation>es endete mit Status {status} ({last})</translation>
    </message>
    <message>
        <source>nothing else is installed</source>
        <translation>sonst ist nichts installiert</translation>
    </message>
    <message>
        <source>the machine could not be looked at: {error}</source>
        <translation>der Rechner konnte nicht angesehen werden: {error}</translation>
    </message>
    <message>
        <source>was not started</source>
        <translation>wurde nicht gestartet</translation>
    </message>
    <message>
        <source>ended with status {status}</source>
        <translation>endete mit Status {status}</translation>
    </message>
    <message>
        <source>was ended by {signal}</source>
        <translation>wurde durch {signal} beendet</translation>
    </message>
    <message>
        <source>was restarted</source>
        <translation>wurde neu gestartet</translation>
    </message>
    <message>
        <source>did not greet within {seconds} s</source>
        <translation>meldete sich nicht innerhalb von {seconds} s</translation>
    </message>
    <message>
        <source>speaks version {version} of the protocol, this program {own}</source>
        <translation>spricht Version {version} des Protokolls, dieses Programm {own}</translation>
    </message>
    <message>
        <source>the time was up</source>
        <translation>die Zeit war um</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>nicht genug Speicher</translation>
    </message>
    <message>
        <source>other programs were busy at the beginning: measure again when the machine is quiet</source>
        <translation>andere Programme waren am Anfang beschäftigt: Messen Sie noch einmal, wenn der Rechner ruhig ist</translation>
    </message>
    <message>
        <source>no page was read</source>
        <translation>keine Seite wurde gelesen</translation>
    </message>
    <message>
        <source>the engine takes {most} at most</source>
        <translation>die Engine nimmt höchstens {most}</translation>
    </message>
    <message>
        <source>the engine drafts nothing</source>
        <translation>die Engine entwirft nichts</translation>
    </message>
    <message>
        <source>waits until the engine before has ended</source>
        <translation>wartet, bis die vorige Engine beendet ist</translation>
    </message>
    <message>
        <source>said nothing for {seconds} s</source>
        <translation>sagte {seconds} s lang nichts</translation>
    </message>
    <message>
        <source>it reads documents by their web addresses only</source>
        <translation>er liest Dokumente nur über ihre Webadressen</translation>
    </message>
    <message>
        <source>vLLM&apos;s worker process was ended by SIGKILL, as the system does when the memory is not enough: read fewer pages at once, or close other programs.</source>
        <translation>Der Arbeitsprozess von vLLM wurde durch SIGKILL beendet, wie das System es tut, wenn der Speicher nicht reicht: Lesen Sie weniger Seiten zugleich, oder schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>vLLM&apos;s worker process ended without a word, as it does when the memory is not enough: read fewer pages at once, or close other programs.</source>
        <translation>Der Arbeitsprozess von vLLM endete ohne ein Wort, wie er es tut, wenn der Speicher nicht reicht: Lesen Sie weniger Seiten zugleich, oder schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>The memory is not enough: read fewer pages at once or draft fewer tokens, or close other programs.</source>
        <translation>Der Speicher reicht nicht: Lesen Sie weniger Seiten zugleich, entwerfen Sie weniger Tokens, oder schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>Only {number} of {all} GiB of graphics memory are free: close other programs that use the card.</source>
        <translation>Nur {number} von {all} GiB Grafikspeicher sind frei: Schließen Sie Programme, die die Karte nutzen.</translation>
    </message>
    <message>
        <source>The memory for one page is not enough: read fewer pages at once, or shorten the context.</source>
        <translation>Der Speicher reicht nicht für eine Seite: Lesen Sie weniger Seiten zugleich, oder kürzen Sie den Kontext.</translation>
    </message>
    <message>
        <source>The memory is not enough: read fewer pages at once, or close other programs.</source>
        <translation>Der Speicher reicht nicht: Lesen Sie weniger Seiten zugleich, oder schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>There is no NVIDIA driver: install it, or choose another engine.</source>
        <translation>Es gibt keinen NVIDIA-Treiber: Installieren Sie ihn, oder wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>The NVIDIA driver is older than vLLM needs: update it.</source>
        <translation>Der NVIDIA-Treiber ist älter, als vLLM braucht: Aktualisieren Sie ihn.</translation>
    </message>
    <message>
        <source>This graphics card is not supported by the installed vLLM: choose another engine.</source>
        <translation>Diese Grafikkarte wird vom installierten vLLM nicht unterstützt: Wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>The header files of Python are missing: install python3-dev.</source>
        <translation>Die Header-Dateien von Python fehlen: Installieren Sie python3-dev.</translation>
    </message>
    <message>
        <source>There is no C compiler: install gcc and g++.</source>
        <translation>Es gibt keinen C-Compiler: Installieren Sie gcc und g++.</translation>
    </message>
    <message>
        <source>A part of vLLM wants to compile with nvcc, which is missing: start it eagerly, or install the CUDA toolkit.</source>
        <translation>Ein Teil von vLLM will mit nvcc kompilieren, das fehlt: Starten Sie es mit „eager“, oder installieren Sie das CUDA-Toolkit.</translation>
    </message>
    <message>
        <source>The model&apos;s weights are damaged: download the model again.</source>
        <translation>Die Gewichte des Modells sind beschädigt: Laden Sie das Modell noch einmal.</translation>
    </message>
    <message>
        <source>The model&apos;s weights do not belong to this model ({detail}): download the model again.</source>
        <translation>Die Gewichte gehören nicht zu diesem Modell ({detail}): Laden Sie das Modell noch einmal.</translation>
    </message>
    <message>
        <source>The model&apos;s weights do not have the sizes of its config.json: download the model again.</source>
        <translation>Die Gewichte haben nicht die Größen aus der config.json: Laden Sie das Modell noch einmal.</translation>
    </message>
    <message>
        <source>Weights of the model are missing: download the model again.</source>
        <translation>Gewichte des Modells fehlen: Laden Sie das Modell noch einmal.</translation>
    </message>
    <message>
        <source>The installed vLLM does not know this model: Copyholder&apos;s plugin for it is not installed there.</source>
        <translation>Das installierte vLLM kennt dieses Modell nicht: Das Plugin von Copyholder dafür ist dort nicht installiert.</translation>
    </message>
    <message>
        <source>A disk is full: free some space.</source>
        <translation>Ein Datenträger ist voll: Schaffen Sie Platz.</translation>
    </message>
    <message>
        <source>vLLM&apos;s environment lacks {detail}: install the engine again.</source>
        <translation>In der Umgebung von vLLM fehlt {detail}: Installieren Sie die Engine noch einmal.</translation>
    </message>
    <message>
        <source>The graphics card failed in a computation ({detail}).</source>
        <translation>Die Grafikkarte scheiterte an einer Berechnung ({detail}).</translation>
    </message>
    <message>
        <source>vLLM&apos;s engine process {died}.</source>
        <translation>Der Engine-Prozess von vLLM: {died}.</translation>
    </message>
    <message>
        <source>vLLM says: {words}</source>
        <translation>vLLM sagt: {words}</translation>
    </message>
    <message>
        <source>it cannot draft with this model; version 0.29 or newer is needed</source>
        <translation>es kann mit diesem Modell nicht entwerfen; nötig ist Version 0.29 oder neuer</translation>
    </message>
    <message>
        <source>this program was not tested with it; version 0.29 or newer is needed</source>
        <translation>dieses Programm wurde damit nicht geprüft; nötig ist Version 0.29 oder neuer</translation>
    </message>
    <message>
        <source>it is reported not to run this model; install 0.32</source>
        <translation>es soll dieses Modell nicht ausführen; installieren Sie 0.32</translation>
    </message>
    <message>
        <source>vLLM for {build} is installed; this program was tested with CUDA and processors only.</source>
        <translation>vLLM für {build} ist installiert; dieses Programm wurde nur mit CUDA und Prozessoren geprüft.</translation>
    </message>
    <message>
        <source>vLLM does not run on Windows itself; start Copyholder inside WSL2 to use it.</source>
        <translation>vLLM läuft nicht unter Windows selbst; starten Sie Copyholder in WSL2, um es zu nutzen.</translation>
    </message>
    <message>
        <source>vLLM needs Linux with an NVIDIA card; the transformers engine runs here.</source>
        <translation>vLLM braucht Linux mit einer NVIDIA-Karte; die Engine „transformers“ läuft hier.</translation>
    </message>
    <message>
        <source>This is WSL1, which has no graphics cards; convert it with `wsl --set-version NAME 2`.</source>
        <translation>Das ist WSL1 ohne Grafikkarten; wandeln Sie es mit `wsl --set-version NAME 2` um.</translation>
    </message>
    <message>
        <source>vLLM is not installed in the engine&apos;s environment: copyholder engines install vllm.</source>
        <translation>vLLM ist in der Umgebung der Engine nicht installiert: copyholder engines install vllm.</translation>
    </message>
    <message>
        <source>vLLM {version} is installed; {why}.</source>
        <translation>vLLM {version} ist installiert; {why}.</translation>
    </message>
    <message>
        <source>restart Windows after updating its NVIDIA driver</source>
        <translation>starten Sie Windows neu, nachdem Sie dort den NVIDIA-Treiber aktualisiert haben</translation>
    </message>
    <message>
        <source>install or repair the driver</source>
        <translation>installieren oder reparieren Sie den Treiber</translation>
    </message>
    <message>
        <source>The NVIDIA driver does not answer ({reason}); {hint}.</source>
        <translation>Der NVIDIA-Treiber antwortet nicht ({reason}); {hint}.</translation>
    </message>
    <message>
        <source>There is no NVIDIA card in this machine.</source>
        <translation>In diesem Rechner ist keine NVIDIA-Karte.</translation>
    </message>
    <message>
        <source>The NVIDIA driver {driver} knows CUDA {number}, the installed vLLM needs {other}; update the driver.</source>
        <translation>Der NVIDIA-Treiber {driver} kennt CUDA {number}, das installierte vLLM braucht {other}; aktualisieren Sie den Treiber.</translation>
    </message>
    <message>
        <source>CUDA_VISIBLE_DEVICES={value} leaves no card to use.</source>
        <translation>CUDA_VISIBLE_DEVICES={value} lässt keine Karte übrig.</translation>
    </message>
    <message>
        <source>The {name} is too old for vLLM (compute capability {has}, 7.0 needed).</source>
        <translation>Die Karte {name} ist zu alt für vLLM (Compute Capability {has}, nötig ist 7.0).</translation>
    </message>
    <message>
        <source>The {name} cannot compute in bfloat16 (compute capability {number}, 8.0 needed), and float16 was not tested with this model.</source>
        <translation>Die Karte {name} kann nicht in bfloat16 rechnen (Compute Capability {number}, nötig ist 8.0), und float16 wurde mit diesem Modell nicht geprüft.</translation>
    </message>
    <message>
        <source>vLLM needs a C compiler, and there is none: install gcc.</source>
        <translation>vLLM braucht einen C-Compiler, und es gibt keinen: Installieren Sie gcc.</translation>
    </message>
    <message>
        <source>vLLM needs the header files of Python, and there are none: install python3-dev.</source>
        <translation>vLLM braucht die Header-Dateien von Python, und es gibt keine: Installieren Sie python3-dev.</translation>
    </message>
    <message>
        <source>There is no model folder {model}.</source>
        <translation>Es gibt keinen Modellordner {model}.</translation>
    </message>
    <message>
        <source>the model&apos;s draft head is damaged ({lost})</source>
        <translation>der Entwurfskopf des Modells ist beschädigt ({lost})</translation>
    </message>
    <message>
        <source>vLLM&apos;s folder cannot be written: {error}.</source>
        <translation>In den Ordner von vLLM kann nicht geschrieben werden: {error}.</translation>
    </message>
    <message>
        <source>vLLM&apos;s files cannot be written: {error}.</source>
        <translation>Die Dateien von vLLM können nicht geschrieben werden: {error}.</translation>
    </message>
    <message>
        <source>vLLM broke down, also with safer settings: choose another engine.</source>
        <translation>vLLM brach zusammen, auch mit vorsichtigeren Einstellungen: Wählen Sie eine andere Engine.</translation>
    </message>
    <message>
        <source>no picture</source>
        <translation>kein Bild</translation>
    </message>
    <message>
        <source>vLLM is not started.</source>
        <translation>vLLM ist nicht gestartet.</translation>
    </message>
    <message>
        <source>the engine broke down with them</source>
        <translation>die Engine brach mit ihnen zusammen</translation>
    </message>
    <message>
        <source>the model has no draft head</source>
        <translation>das Modell hat keinen Entwurfskopf</translation>
    </message>
    <message>
        <source>warming up</source>
        <translation>wärmt auf</translation>
    </message>
    <message>
        <source>Not installed: {missing}; pip install &quot;copyholder[transformers]&quot;.</source>
        <translation>Nicht installiert: {missing}; pip install &quot;copyholder[transformers]&quot;.</translation>
    </message>
    <message>
        <source>The model is not loaded.</source>
        <translation>Das Modell ist nicht geladen.</translation>
    </message>
    <message>
        <source>There is no device {wanted}.</source>
        <translation>Es gibt kein Gerät {wanted}.</translation>
    </message>
    <message>
        <source>This computer, or its PyTorch, has no {wanted}.</source>
        <translation>Dieser Computer, oder sein PyTorch, hat kein {wanted}.</translation>
    </message>
    <message>
        <source>There is no number format {wanted}.</source>
        <translation>Es gibt kein Zahlenformat {wanted}.</translation>
    </message>
    <message>
        <source>nothing answers at {address}, start the server first</source>
        <translation>auf {address} antwortet nichts, starten Sie zuerst den Server</translation>
    </message>
    <message>
        <source>what answers at {address} does not speak HTTP</source>
        <translation>was auf {address} antwortet, spricht kein HTTP</translation>
    </message>
    <message>
        <source>another program answers at {address}, and it has no model</source>
        <translation>auf {address} antwortet ein anderes Programm, und es hat kein Modell</translation>
    </message>
    <message>
        <source>{host} (the proxy wants a password)</source>
        <translation>{host} (der Proxy verlangt ein Passwort)</translation>
    </message>
    <message>
        <source>no byte for {seconds} s</source>
        <translation>{seconds} s lang kein Byte</translation>
    </message>
    <message>
        <source>no text for {seconds} s</source>
        <translation>{seconds} s lang kein Text</translation>
    </message>
    <message>
        <source>an empty answer</source>
        <translation>eine leere Antwort</translation>
    </message>
    <message>
        <source>more than {n} bytes</source>
        <translation>mehr als {n} Bytes</translation>
    </message>
    <message>
        <source>not JSON</source>
        <translation>kein JSON</translation>
    </message>
    <message>
        <source>a part of the answer is not JSON</source>
        <translation>ein Teil der Antwort ist kein JSON</translation>
    </message>
    <message>
        <source>JSON of another kind</source>
        <translation>JSON anderer Art</translation>
    </message>
    <message>
        <source>Jina Reader reads documents from an address, and this one has none</source>
        <translation>Jina Reader liest Dokumente von einer Adresse, und dieses hat keine</translation>
    </message>
    <message>
        <source>an answer without data</source>
        <translation>eine Antwort ohne Daten</translation>
    </message>
    <message>
        <source>an empty address</source>
        <translation>eine leere Adresse</translation>
    </message>
    <message>
        <source>The proxy&apos;s address is not one like http://host:3128.</source>
        <translation>Die Adresse des Proxys ist nicht wie http://host:3128.</translation>
    </message>
    <message>
        <source>The option {name} is {low} to {high}, not {value}.</source>
        <translation>Die Option {name} liegt zwischen {low} und {high}, nicht {value}.</translation>
    </message>
    <message>
        <source>The proxy cannot be used: {reason}.</source>
        <translation>Der Proxy ist nicht zu verwenden: {reason}.</translation>
    </message>
    <message>
        <source>The file {file} has no certificates that can be read: choose a PEM file.</source>
        <translation>Die Datei {file} enthält keine lesbaren Zertifikate: Wählen Sie eine PEM-Datei.</translation>
    </message>
    <message>
        <source>starting workers</source>
        <translation>Leseprozesse starten</translation>
    </message>
    <message>
        <source>no worker became ready</source>
        <translation>kein Leseprozess wurde bereit</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>not permitted</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>empty file</source>
        <translation>leere Datei</translation>
    </message>
    <message>
        <source>not a document</source>
        <translation>kein Dokument</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>beschädigt</translation>
    </message>
    <message>
        <source>no pages</source>
        <translation>keine Seiten</translation>
    </message>
    <message>
        <source>password needed</source>
        <translation>Passwort nötig</translation>
    </message>
    <message>
        <source>password wrong</source>
        <translation>Passwort falsch</translation>
    </message>
    <message>
        <source>file changed</source>
        <translation>Datei geändert</translation>
    </message>
    <message>
        <source>no such page</source>
        <translation>keine solche Seite</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>nicht unterstützt</translation>
    </message>
    <message>
        <source>time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>Speicher reicht nicht</translation>
    </message>
    <message>
        <source>disk full</source>
        <translation>Datenträger voll</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>abgestürzt</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>shutting down</source>
        <translation>wird beendet</translation>
    </message>
    <message>
        <source>engine unavailable</source>
        <translation>keine Engine</translation>
    </message>
    <message>
        <source>engine failed</source>
        <translation>Engine gescheitert</translation>
    </message>
    <message>
        <source>prompt too long</source>
        <translation>Prompt zu lang</translation>
    </message>
    <message>
        <source>key missing</source>
        <translation>Schlüssel fehlt</translation>
    </message>
    <message>
        <source>key rejected</source>
        <translation>Schlüssel abgelehnt</translation>
    </message>
    <message>
        <source>out of credits</source>
        <translation>Guthaben aufgebraucht</translation>
    </message>
    <message>
        <source>forbidden</source>
        <translation>verboten</translation>
    </message>
    <message>
        <source>no such service</source>
        <translation>kein solcher Dienst</translation>
    </message>
    <message>
        <source>request refused</source>
        <translation>Anfrage abgelehnt</translation>
    </message>
    <message>
        <source>picture too large</source>
        <translation>Bild zu groß</translation>
    </message>
    <message>
        <source>rate limited</source>
        <translation>zu viele Anfragen</translation>
    </message>
    <message>
        <source>service starting</source>
        <translation>Dienst startet</translation>
    </message>
    <message>
        <source>service failed</source>
        <translation>Dienst gescheitert</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>keine Verbindung</translation>
    </message>
    <message>
        <source>certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>bad answer</source>
        <translation>unbrauchbare Antwort</translation>
    </message>
    <message>
        <source>address refused</source>
        <translation>Adresse abgelehnt</translation>
    </message>
    <message>
        <source>source refused</source>
        <translation>Quelle abgelehnt</translation>
    </message>
    <message>
        <source>cost limit</source>
        <translation>Kostengrenze</translation>
    </message>
    <message>
        <source>bad message</source>
        <translation>unverständliche Nachricht</translation>
    </message>
    <message>
        <source>internal</source>
        <translation>innerer Fehler</translation>
    </message>
    <message>
        <source>{engine} reads instead</source>
        <translation>stattdessen liest {engine}</translation>
    </message>
    <message>
        <source>{engine} needs an NVIDIA graphics card.</source>
        <translation>{engine} braucht eine NVIDIA-Grafikkarte.</translation>
    </message>
    <message>
        <source>{engine} needs an NVIDIA graphics card; {name} is none.</source>
        <translation>{engine} braucht eine NVIDIA-Grafikkarte; {name} ist keine.</translation>
    </message>
    <message>
        <source>{gpu}: its driver is not installed, or not running.</source>
        <translation>{gpu}: ihr Treiber ist nicht installiert oder läuft nicht.</translation>
    </message>
    <message>
        <source>{gpu}: {size} of graphics memory are needed, {other} of {total} are free.</source>
        <translation>{gpu}: {size} Grafikspeicher sind nötig, {other} von {total} sind frei.</translation>
    </message>
    <message>
        <source>{gpu}: {size} of graphics memory are needed, it has {total}.</source>
        <translation>{gpu}: {size} Grafikspeicher sind nötig, sie hat {total}.</translation>
    </message>
    <message>
        <source>copyholder models download (it shows the licence and asks)</source>
        <translation>copyholder models download (es zeigt die Lizenz und fragt)</translation>
    </message>
    <message>
        <source>copyholder models download goes on where it stopped</source>
        <translation>copyholder models download macht weiter, wo es aufhörte</translation>
    </message>
    <message>
        <source>Transformers {release} does not fit; {lowest} or newer, below {end}, is needed.</source>
        <translation>Transformers {release} passt nicht; nötig ist {lowest} oder neuer, unter {end}.</translation>
    </message>
    <message>
        <source>{size} of memory are needed, {free} of {total} are free.</source>
        <translation>{size} Speicher sind nötig, {free} von {total} sind frei.</translation>
    </message>
    <message>
        <source>PyTorch {release}, built for CUDA {cuda}, needs a newer NVIDIA driver: {driver} knows CUDA {number}.</source>
        <translation>PyTorch {release}, gebaut für CUDA {cuda}, braucht einen neueren NVIDIA-Treiber: {driver} kennt CUDA {number}.</translation>
    </message>
    <message>
        <source>PyTorch {release}, built for CUDA {cuda}, has no code any more for this card (compute capability {number}).</source>
        <translation>PyTorch {release}, gebaut für CUDA {cuda}, hat keinen Code mehr für diese Karte (Compute Capability {number}).</translation>
    </message>
    <message>
        <source>PyTorch {release}, built for CUDA {cuda}, has no code yet for this card (compute capability {number}).</source>
        <translation>PyTorch {release}, gebaut für CUDA {cuda}, hat noch keinen Code für diese Karte (Compute Capability {number}).</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 Kern</translation>
    </message>
    <message>
        <source>1 core ({features})</source>
        <translation>1 Kern ({features})</translation>
    </message>
    <message>
        <source>{n} cores</source>
        <translation>{n} Kerne</translation>
    </message>
    <message>
        <source>{n} cores ({features})</source>
        <translation>{n} Kerne ({features})</translation>
    </message>
    <message>
        <source>{name}, 1 core ({features})</source>
        <translation>{name}, 1 Kern ({features})</translation>
    </message>
    <message>
        <source>{name}, {n} cores ({features})</source>
        <translation>{name}, {n} Kerne ({features})</translation>
    </message>
    <message>
        <source>{release}: {libraries}</source>
        <translation>{release}: {libraries}</translation>
    </message>
    <message>
        <source>vLLM for processors {release}</source>
        <translation>vLLM für Prozessoren {release}</translation>
    </message>
    <message>
        <source>{size} free</source>
        <translation>{size} frei</translation>
    </message>
    <message>
        <source>compute capability {number}</source>
        <translation>Compute Capability {number}</translation>
    </message>
    <message>
        <source>driver {driver} (CUDA {number})</source>
        <translation>Treiber {driver} (CUDA {number})</translation>
    </message>
    <message>
        <source>driver {driver}</source>
        <translation>Treiber {driver}</translation>
    </message>
    <message>
        <source>{library} for CUDA {cuda}</source>
        <translation>{library} für CUDA {cuda}</translation>
    </message>
    <message>
        <source>{library} for ROCm {release}</source>
        <translation>{library} für ROCm {release}</translation>
    </message>
    <message>
        <source>{problem} {size} are here, revision {revision}</source>
        <translation>{problem} {size} sind hier, Revision {revision}</translation>
    </message>
    <message>
        <source>{problem} {size} are here</source>
        <translation>{problem} {size} sind hier</translation>
    </message>
    <message>
        <source>complete, with draft head, {size}</source>
        <translation>vollständig, mit Entwurfskopf, {size}</translation>
    </message>
    <message>
        <source>complete, with draft head, {size}, revision {revision}</source>
        <translation>vollständig, mit Entwurfskopf, {size}, Revision {revision}</translation>
    </message>
    <message>
        <source>complete, without draft head, {size}</source>
        <translation>vollständig, ohne Entwurfskopf, {size}</translation>
    </message>
    <message>
        <source>complete, without draft head, {size}, revision {revision}</source>
        <translation>vollständig, ohne Entwurfskopf, {size}, Revision {revision}</translation>
    </message>
    <message>
        <source>{title}: {gain}x as fast as without drafts</source>
        <translation>{title}: {gain}x so schnell wie ohne Entwürfe</translation>
    </message>
    <message>
        <source>{title}: {gain}x as fast as without drafts ({share} of the drafts are right)</source>
        <translation>{title}: {gain}x so schnell wie ohne Entwürfe ({share} der Entwürfe sind richtig)</translation>
    </message>
    <message>
        <source>{title} is slower than none ({times}x)</source>
        <translation>{title} ist langsamer als keine ({times}x)</translation>
    </message>
    <message>
        <source>{title} is slower than none ({times}x: a step takes {step} times as long and brings {tokens} tokens)</source>
        <translation>{title} ist langsamer als keine ({times}x: ein Schritt dauert {step}-mal so lang und bringt {tokens} Tokens)</translation>
    </message>
    <message>
        <source>{title} gains less ({times}x)</source>
        <translation>{title} bringt weniger ({times}x)</translation>
    </message>
    <message>
        <source>{title} gains less ({times}x: a step takes {step} times as long and brings {tokens} tokens)</source>
        <translation>{title} bringt weniger ({times}x: ein Schritt dauert {step}-mal so lang und bringt {tokens} Tokens)</translation>
    </message>
    <message>
        <source>{title}, {n} pages at once</source>
        <translation>{title}, {n} Seiten zugleich</translation>
    </message>
    <message>
        <source>{n} minutes</source>
        <translation>{n} Minuten</translation>
    </message>
    <message>
        <source>{n} of pages of a document</source>
        <translation>{n} Seiten eines Dokuments</translation>
    </message>
    <message>
        <source>{n} of the sample pages</source>
        <translation>{n} der Beispielseiten</translation>
    </message>
    <message>
        <source>{host} needs a key</source>
        <translation>{host} braucht einen Schlüssel</translation>
    </message>
    <message>
        <source>libraries</source>
        <translation>Bibliotheken</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>lädt</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>compiling</source>
        <translation>kompiliert</translation>
    </message>
    <message>
        <source>graphs</source>
        <translation>Graphen</translation>
    </message>
    <message>
        <source>library</source>
        <translation>Bibliothek</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>Zwischenspeicher</translation>
    </message>
    <message>
        <source>logs</source>
        <translation>Protokolle</translation>
    </message>
    <message>
        <source>starts</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>it did not start</source>
        <translation>es ist nicht gestartet</translation>
    </message>
    <message>
        <source>{address} (most addresses end in /v1)</source>
        <translation>{address} (die meisten Adressen enden mit /v1)</translation>
    </message>
    <message>
        <source>{address} (it points to {target})</source>
        <translation>{address} (sie verweist auf {target})</translation>
    </message>
    <message>
        <source>{engine} cannot be used: {host} needs a key.</source>
        <translation>{engine} ist nicht zu verwenden: {host} braucht einen Schlüssel.</translation>
    </message>
    <message>
        <source>stands in where the chosen engine does not start</source>
        <translation>springt ein, wo die gewählte Engine nicht startet</translation>
    </message>
    <message>
        <source>the connection to {host} is not encrypted</source>
        <translation>die Verbindung zu {host} ist nicht verschlüsselt</translation>
    </message>
    <message>
        <source>{what} {n} of {all}</source>
        <translation>{what} {n} von {all}</translation>
    </message>
    <message>
        <source>{size} of memory are needed, {other} are free.</source>
        <translation>{size} Speicher sind nötig, {other} sind frei.</translation>
    </message>
    <message>
        <source>could not be started ({reason})</source>
        <translation>konnte nicht gestartet werden ({reason})</translation>
    </message>
    <message>
        <source>was ended by signal {n}</source>
        <translation>wurde durch Signal {n} beendet</translation>
    </message>
    <message>
        <source>vLLM stopped working, and its log does not say why.</source>
        <translation>vLLM hörte auf zu arbeiten, und sein Protokoll sagt nicht, warum.</translation>
    </message>
    <message>
        <source>vLLM could not be started, and its log does not say why.</source>
        <translation>vLLM konnte nicht gestartet werden, und sein Protokoll sagt nicht, warum.</translation>
    </message>
    <message>
        <source>vLLM&apos;s worker process {how}.</source>
        <translation>Der Arbeitsprozess von vLLM: {how}.</translation>
    </message>
    <message>
        <source>{number} GB of memory are needed, {free} GB of {total} GB are free.</source>
        <translation>{number} GB Speicher sind nötig, {free} GB von {total} GB sind frei.</translation>
    </message>
    <message>
        <source>{number} GB of graphics memory are needed, {free} GB of {total} GB are free.</source>
        <translation>{number} GB Grafikspeicher sind nötig, {free} GB von {total} GB sind frei.</translation>
    </message>
    <message>
        <source>{what} changed since {engine} was measured here: measured again, it reads as fast as it can.</source>
        <translation>Seit der Messung von {engine} hat sich hier geändert: {what}. Neu gemessen liest sie so schnell, wie sie kann.</translation>
    </message>
    <message>
        <source>{engine} was not measured here yet: some minutes of measuring find out how it reads fastest.</source>
        <translation>{engine} wurde hier noch nicht gemessen: Einige Minuten Messen zeigen, wie sie am schnellsten liest.</translation>
    </message>
    <message>
        <source>the graphics card&apos;s driver</source>
        <translation>der Treiber der Grafikkarte</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>The engine “{engine}” could not be measured: {reason}.</source>
        <translation>Die Engine „{engine}“ konnte nicht gemessen werden: {reason}.</translation>
    </message>
    <message>
        <source>not tried, {reason}</source>
        <translation>nicht versucht, {reason}</translation>
    </message>
    <message>
        <source>failed, {reason}</source>
        <translation>gescheitert, {reason}</translation>
    </message>
    <message>
        <source>{n} pages/s</source>
        <translation>{n} Seiten/s</translation>
    </message>
    <message>
        <source>drafts</source>
        <translation>Entwürfe</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>zugleich</translation>
    </message>
    <message>
        <source>pages/s</source>
        <translation>Seiten/s</translation>
    </message>
    <message>
        <source>s/page</source>
        <translation>s/Seite</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>first text</source>
        <translation>erster Text</translation>
    </message>
    <message>
        <source>drafts right</source>
        <translation>Entwürfe richtig</translation>
    </message>
    <message>
        <source>tokens/step</source>
        <translation>Tokens/Schritt</translation>
    </message>
    <message>
        <source>noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>For a page you look at: {reason}.</source>
        <translation>Für eine Seite, die Sie ansehen: {reason}.</translation>
    </message>
    <message>
        <source>For a whole queue: {reason}.</source>
        <translation>Für eine ganze Warteschlange: {reason}.</translation>
    </message>
    <message>
        <source>But {note}.</source>
        <translation>Aber {note}.</translation>
    </message>
    <message>
        <source>Measured with {sample} in {seconds:.0f} s; kept for this machine, engine, model and version.</source>
        <translation>Gemessen mit {sample} in {seconds:.0f} s; behalten für diesen Rechner, diese Engine, dieses Modell und diese Version.</translation>
    </message>
    <message>
        <source>not reported</source>
        <translation>nicht gemeldet</translation>
    </message>
    <message>
        <source>adaptive</source>
        <translation>angepasst</translation>
    </message>
    <message>
        <source>Something unexpected happened in Copyholder: {error}</source>
        <translation>In Copyholder ist etwas Unerwartetes geschehen: {error}</translation>
    </message>
    <message>
        <source>The service is starting</source>
        <translation>Der Dienst startet</translation>
    </message>
    <message>
        <source>The service asks for a pause</source>
        <translation>Der Dienst bittet um eine Pause</translation>
    </message>
    <message>
        <source>The service cannot be reached</source>
        <translation>Der Dienst ist nicht zu erreichen</translation>
    </message>
    <message>
        <source>The service failed</source>
        <translation>Der Dienst ist gescheitert</translation>
    </message>
    <message>
        <source>{what}: next try in {seconds} s</source>
        <translation>{what}: nächster Versuch in {seconds} s</translation>
    </message>
    <message>
        <source>The text has changed in the meantime; cancel, and open this again.</source>
        <translation>Der Text hat sich inzwischen geändert; brechen Sie ab und öffnen Sie dies noch einmal.</translation>
    </message>
    <message>
        <source>Pages are read by: {engine}. Why: {reason}.</source>
        <translation>Es liest: {engine}. Warum: {reason}.</translation>
    </message>
    <message>
        <source>Pages are read by: {engine}.</source>
        <translation>Es liest: {engine}.</translation>
    </message>
    <message>
        <source>Nothing was fetched, because Copyholder is set to work offline: allow the network in the settings.</source>
        <translation>Nichts wurde geladen, weil Copyholder auf Offline-Arbeit eingestellt ist: Erlauben Sie das Netz in den Einstellungen.</translation>
    </message>
    <message>
        <source>Measure…</source>
        <translation>Messen…</translation>
    </message>
    <message>
        <source>This counts from the next start of Copyholder.</source>
        <translation>Das gilt ab dem nächsten Start von Copyholder.</translation>
    </message>
    <message>
        <source>Nothing was sent to {host}, as you said.</source>
        <translation>An {host} wurde nichts gesendet, wie Sie gesagt haben.</translation>
    </message>
    <message>
        <source>A page</source>
        <translation>Eine Seite</translation>
    </message>
    <message>
        <source>{n:,} page could not be read.</source>
        <translation>{n:,} Seite konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{n:,} pages could not be read.</source>
        <translation>{n:,} Seiten konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Compare…</source>
        <translation>Vergleichen…</translation>
    </message>
    <message>
        <source>{engine} reads {pages} again: {done:,} of {total:,} done.</source>
        <translation>{engine} liest {pages} noch einmal: {done:,} von {total:,} fertig.</translation>
    </message>
    <message>
        <source>{engine} reads {pages} again: it is being started ({detail}).</source>
        <translation>{engine} liest {pages} noch einmal: Start läuft ({detail}).</translation>
    </message>
    <message>
        <source>{engine} reads {pages} again: it is being started.</source>
        <translation>{engine} liest {pages} noch einmal: Start läuft.</translation>
    </message>
    <message>
        <source>{engine} has read no page.</source>
        <translation>{engine} hat keine Seite gelesen.</translation>
    </message>
    <message>
        <source>{engine} has read {pages} again.</source>
        <translation>{engine} hat {pages} noch einmal gelesen.</translation>
    </message>
    <message>
        <source>{engine} has read {pages} of {total:,} again.</source>
        <translation>{engine} hat {pages} von {total:,} noch einmal gelesen.</translation>
    </message>
    <message>
        <source>About Copyholder</source>
        <translation>Über Copyholder</translation>
    </message>
    <message>
        <source>Turns PDFs and page pictures into Markdown that you can check against the page.</source>
        <translation>Macht aus PDFs und Seitenbildern Markdown, das Sie an der Seite prüfen können.</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <source>Parts and their licences</source>
        <translation>Teile und ihre Lizenzen</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Text of the licence</source>
        <translation>Text der Lizenz</translation>
    </message>
    <message>
        <source>Open URL</source>
        <translation>URL öffnen</translation>
    </message>
    <message>
        <source>&amp;Address of a PDF or picture on the web:</source>
        <translation>&amp;Adresse eines PDF oder Bildes im Web:</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>The file is downloaded into Copyholder&apos;s own folder and shown beside its text.</source>
        <translation>Die Datei wird in den Ordner von Copyholder geladen und neben ihrem Text gezeigt.</translation>
    </message>
    <message>
        <source>Spending cap</source>
        <translation>Kostengrenze</translation>
    </message>
    <message>
        <source>US dollars that this run may &amp;cost at most:</source>
        <translation>US-Dollar, die dieser Lauf höchstens &amp;kosten darf:</translation>
    </message>
    <message>
        <source>Spending cap in US dollars</source>
        <translation>Kostengrenze in US-Dollar</translation>
    </message>
    <message>
        <source>no cap</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>Spent so far: about {dollars}, estimated from the tokens. The cap holds until Copyholder is closed; the one for every run is in the settings.</source>
        <translation>Bisher ausgegeben: etwa {dollars}, nach den Tokens geschätzt. Die Grenze gilt, bis Copyholder geschlossen wird; die für jeden Lauf steht in den Einstellungen.</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>in Ordnung</translation>
    </message>
    <message>
        <source>not usable</source>
        <translation>nicht zu verwenden</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>Engines</translation>
    </message>
    <message>
        <source>Looking at this machine</source>
        <translation>Dieser Rechner wird angesehen</translation>
    </message>
    <message>
        <source>What is there and what is missing</source>
        <translation>Was da ist und was fehlt</translation>
    </message>
    <message>
        <source>Look &amp;again</source>
        <translation>&amp;Erneut ansehen</translation>
    </message>
    <message>
        <source>Copy &amp;report</source>
        <translation>&amp;Bericht kopieren</translation>
    </message>
    <message>
        <source>&amp;Models and engines…</source>
        <translation>&amp;Modelle und Engines…</translation>
    </message>
    <message>
        <source>C&amp;hoose engine…</source>
        <translation>Engine &amp;wählen…</translation>
    </message>
    <message>
        <source>Report &amp;copied</source>
        <translation>Bericht &amp;kopiert</translation>
    </message>
    <message>
        <source>Install {engine}…</source>
        <translation>{engine} installieren…</translation>
    </message>
    <message>
        <source>Download model…</source>
        <translation>Modell laden…</translation>
    </message>
    <message>
        <source>Measure speed…</source>
        <translation>Geschwindigkeit messen…</translation>
    </message>
    <message>
        <source>Enter key…</source>
        <translation>Schlüssel eingeben…</translation>
    </message>
    <message>
        <source>&amp;Built-in reader</source>
        <translation>&amp;Eingebauter Leser</translation>
    </message>
    <message>
        <source>Text layers and scans. Nothing to set up, nothing leaves this computer.</source>
        <translation>Textebenen und Scans. Nichts einzurichten, nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>&amp;vLLM</source>
        <translation>&amp;vLLM</translation>
    </message>
    <message>
        <source>The model jina-ocr-v1, many pages at once. For a graphics card on Linux or WSL2.</source>
        <translation>Das Modell jina-ocr-v1, viele Seiten zugleich. Für eine Grafikkarte unter Linux oder WSL2.</translation>
    </message>
    <message>
        <source>&amp;Transformers</source>
        <translation>&amp;Transformers</translation>
    </message>
    <message>
        <source>The model jina-ocr-v1, page by page. Slow without a graphics card.</source>
        <translation>Das Modell jina-ocr-v1, Seite für Seite. Langsam ohne Grafikkarte.</translation>
    </message>
    <message>
        <source>&amp;Jina API</source>
        <translation>&amp;Jina API</translation>
    </message>
    <message>
        <source>The same model at api.jina.ai: pages are sent there, about {page} each.</source>
        <translation>Dasselbe Modell auf api.jina.ai: Seiten werden dorthin gesendet, je etwa {page}.</translation>
    </message>
    <message>
        <source>&amp;OpenAI-compatible server</source>
        <translation>&amp;OpenAI-kompatibler Server</translation>
    </message>
    <message>
        <source>A server of yours (vllm serve, a cluster) or another service.</source>
        <translation>Ein Server von Ihnen (vllm serve, ein Cluster) oder ein anderer Dienst.</translation>
    </message>
    <message>
        <source>Jina &amp;Reader</source>
        <translation>Jina &amp;Reader</translation>
    </message>
    <message>
        <source>Documents of the web, by their addresses alone: about {page_by_reader} a page.</source>
        <translation>Dokumente aus dem Web, allein über ihre Adressen: etwa {page_by_reader} je Seite.</translation>
    </message>
    <message>
        <source>Model folder:</source>
        <translation>Modellordner:</translation>
    </message>
    <message>
        <source>Folder with config.json and the weights</source>
        <translation>Ordner mit config.json und den Gewichten</translation>
    </message>
    <message>
        <source>Found by itself; else the python of an environment</source>
        <translation>Wird selbst gefunden; sonst das Python einer Umgebung</translation>
    </message>
    <message>
        <source>&amp;Model folder:</source>
        <translation>&amp;Modellordner:</translation>
    </message>
    <message>
        <source>Model folder</source>
        <translation>Modellordner</translation>
    </message>
    <message>
        <source>P&amp;ython:</source>
        <translation>P&amp;ython:</translation>
    </message>
    <message>
        <source>Python with the libraries</source>
        <translation>Python mit den Bibliotheken</translation>
    </message>
    <message>
        <source>The weights of jina-ocr-v1 are under CC BY-NC 4.0: not for commercial use.</source>
        <translation>Die Gewichte von jina-ocr-v1 stehen unter CC BY-NC 4.0: nicht für kommerzielle Nutzung.</translation>
    </message>
    <message>
        <source>Choose the folder of the model.</source>
        <translation>Wählen Sie den Ordner des Modells.</translation>
    </message>
    <message>
        <source>Python of an environment</source>
        <translation>Python einer Umgebung</translation>
    </message>
    <message>
        <source>&amp;Key:</source>
        <translation>&amp;Schlüssel:</translation>
    </message>
    <message>
        <source>The name that the server knows it by</source>
        <translation>Der Name, unter dem der Server es kennt</translation>
    </message>
    <message>
        <source>Only if the server asks for one</source>
        <translation>Nur wenn der Server einen verlangt</translation>
    </message>
    <message>
        <source>&amp;Address:</source>
        <translation>A&amp;dresse:</translation>
    </message>
    <message>
        <source>&amp;Model:</source>
        <translation>&amp;Modell:</translation>
    </message>
    <message>
        <source>Pro&amp;file:</source>
        <translation>Pro&amp;fil:</translation>
    </message>
    <message>
        <source>Name the model that the server is to be asked for.</source>
        <translation>Nennen Sie das Modell, nach dem der Server gefragt werden soll.</translation>
    </message>
    <message>
        <source>As the model was trained</source>
        <translation>Wie das Modell trainiert wurde</translation>
    </message>
    <message>
        <source>Formulas and HTML tables</source>
        <translation>Formeln und HTML-Tabellen</translation>
    </message>
    <message>
        <source>My own words</source>
        <translation>Meine eigenen Worte</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Prompt in your own words</source>
        <translation>Prompt in Ihren eigenen Worten</translation>
    </message>
    <message>
        <source>Convert the page to Markdown …</source>
        <translation>Wandle die Seite in Markdown um …</translation>
    </message>
    <message>
        <source>&amp;Prompt:</source>
        <translation>&amp;Prompt:</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose: {name}</source>
        <translation>Wählen: {name}</translation>
    </message>
    <message>
        <source>Markdown (.md)</source>
        <translation>Markdown (.md)</translation>
    </message>
    <message>
        <source>Web page, one file (.html)</source>
        <translation>Webseite, eine Datei (.html)</translation>
    </message>
    <message>
        <source>Word (.docx)</source>
        <translation>Word (.docx)</translation>
    </message>
    <message>
        <source>OpenDocument text (.odt)</source>
        <translation>OpenDocument-Text (.odt)</translation>
    </message>
    <message>
        <source>E-book (.epub)</source>
        <translation>E-Book (.epub)</translation>
    </message>
    <message>
        <source>LaTeX (.tex)</source>
        <translation>LaTeX (.tex)</translation>
    </message>
    <message>
        <source>Tables, one workbook (.xlsx)</source>
        <translation>Tabellen, eine Arbeitsmappe (.xlsx)</translation>
    </message>
    <message>
        <source>Tables, one file each (.csv)</source>
        <translation>Tabellen, je eine Datei (.csv)</translation>
    </message>
    <message>
        <source>For programs (.json)</source>
        <translation>Für Programme (.json)</translation>
    </message>
    <message>
        <source>The original, made searchable (.pdf)</source>
        <translation>Das Original, durchsuchbar gemacht (.pdf)</translation>
    </message>
    <message>
        <source>Words with their places, web page (.hocr)</source>
        <translation>Wörter mit ihren Plätzen, Webseite (.hocr)</translation>
    </message>
    <message>
        <source>Words with their places, ALTO (.xml, one file a page)</source>
        <translation>Wörter mit ihren Plätzen, ALTO (.xml, eine Datei je Seite)</translation>
    </message>
    <message>
        <source>Words with their places, PAGE (.xml, one file a page)</source>
        <translation>Wörter mit ihren Plätzen, PAGE (.xml, eine Datei je Seite)</translation>
    </message>
    <message>
        <source>Markdown, web page, JSON and tables in one file (.zip)</source>
        <translation>Markdown, Webseite, JSON und Tabellen in einer Datei (.zip)</translation>
    </message>
    <message>
        <source>All {n:,} documents</source>
        <translation>Alle {n:,} Dokumente</translation>
    </message>
    <message>
        <source>&amp;Mark where each page begins</source>
        <translation>&amp;Seitenanfänge kennzeichnen</translation>
    </message>
    <message>
        <source>Page &amp;pictures beside the text</source>
        <translation>Se&amp;itenbilder neben dem Text</translation>
    </message>
    <message>
        <source>The engine&apos;s te&amp;xt, without what was edited</source>
        <translation>Te&amp;xt der Engine, ohne Ihre Änderungen</translation>
    </message>
    <message>
        <source>Written beside the edited text, under a name of its own</source>
        <translation>Neben den bearbeiteten Text geschrieben, unter eigenem Namen</translation>
    </message>
    <message>
        <source>beside each document</source>
        <translation>neben jedem Dokument</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>Wä&amp;hlen…</translation>
    </message>
    <message>
        <source>&amp;Show what this changes…</source>
        <translation>Zei&amp;gen, was das ändert…</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>&amp;Was</translation>
    </message>
    <message>
        <source>&amp;As</source>
        <translation>&amp;Als</translation>
    </message>
    <message>
        <source>Fig&amp;ures</source>
        <translation>Abbild&amp;ungen</translation>
    </message>
    <message>
        <source>&amp;Into</source>
        <translation>&amp;Ziel</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Export into</source>
        <translation>Exportieren nach</translation>
    </message>
    <message>
        <source>There is no folder “{folder}”: choose one that exists.</source>
        <translation>Es gibt keinen Ordner „{folder}“: Wählen Sie einen, den es gibt.</translation>
    </message>
    <message>
        <source>Drop running &amp;heads, feet and page numbers</source>
        <translation>&amp;Kolumnentitel, Fußzeilen und Seitenzahlen weglassen</translation>
    </message>
    <message>
        <source>&amp;Join what a page break cut in two</source>
        <translation>Vom Seitenumbruch Getrenntes &amp;verbinden</translation>
    </message>
    <message>
        <source>Join &amp;tables that go on over a page break</source>
        <translation>&amp;Tabellen über Seitenumbrüche hinweg verbinden</translation>
    </message>
    <message>
        <source>Heading &amp;levels as the outline and the numbers say</source>
        <translation>Ebenen der Überschriften nach G&amp;liederung und Nummern</translation>
    </message>
    <message>
        <source>&amp;Number footnotes through the document</source>
        <translation>Fußnoten &amp;durchnummerieren</translation>
    </message>
    <message>
        <source>List of contents in &amp;front</source>
        <translation>Inhaltsverzeichnis v&amp;oranstellen</translation>
    </message>
    <message>
        <source>HTML where cells span several</source>
        <translation>HTML, wo Zellen mehrere überspannen</translation>
    </message>
    <message>
        <source>always HTML</source>
        <translation>immer HTML</translation>
    </message>
    <message>
        <source>never HTML</source>
        <translation>nie HTML</translation>
    </message>
    <message>
        <source>in files, linked to</source>
        <translation>in Dateien, verlinkt</translation>
    </message>
    <message>
        <source>in the Markdown itself</source>
        <translation>im Markdown selbst</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>weggelassen</translation>
    </message>
    <message>
        <source>From pages to a document</source>
        <translation>Von Seiten zum Dokument</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Title, author, source and date in front (&amp;YAML)</source>
        <translation>Titel, Autor, Quelle und Datum voran (&amp;YAML)</translation>
    </message>
    <message>
        <source>&amp;One file for each page, in a folder</source>
        <translation>Eine Datei &amp;je Seite, in einem Ordner</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>wie sie sind</translation>
    </message>
    <message>
        <source> characters</source>
        <translation> Zeichen</translation>
    </message>
    <message>
        <source>Fo&amp;rmulas</source>
        <translation>Fo&amp;rmeln</translation>
    </message>
    <message>
        <source>Ta&amp;bles</source>
        <translation>Tabelle&amp;n</translation>
    </message>
    <message>
        <source>Lines of para&amp;graphs</source>
        <translation>Zeilen der A&amp;bsätze</translation>
    </message>
    <message>
        <source>Install the engine {engine}</source>
        <translation>Die Engine {engine} installieren</translation>
    </message>
    <message>
        <source>{engine} for {hardware} takes about {size} in Copyholder&apos;s data folder, in a Python of its own. Nothing else on this computer is changed, and it can be removed at any time.</source>
        <translation>{engine} für {hardware} belegt etwa {size} im Datenordner von Copyholder, in einem eigenen Python. Sonst wird auf diesem Computer nichts geändert, und es kann jederzeit entfernt werden.</translation>
    </message>
    <message>
        <source>Progress of the installation</source>
        <translation>Fortschritt der Installation</translation>
    </message>
    <message>
        <source>Log of the installation</source>
        <translation>Protokoll der Installation</translation>
    </message>
    <message>
        <source>&amp;Install</source>
        <translation>&amp;Installieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Step {number} of {of}: {title}</source>
        <translation>Schritt {number} von {of}: {title}</translation>
    </message>
    <message>
        <source>The engine {engine} is installed and works ({about}).</source>
        <translation>Die Engine {engine} ist installiert und arbeitet ({about}).</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Cancelled: nothing was installed, and what was there before is as it was.</source>
        <translation>Abgebrochen: Nichts wurde installiert, und was da war, ist wie zuvor.</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>Key of a service</source>
        <translation>Schlüssel eines Dienstes</translation>
    </message>
    <message>
        <source>&amp;Key for {host}:</source>
        <translation>&amp;Schlüssel für {host}:</translation>
    </message>
    <message>
        <source>&lt;a href=&quot;{address}&quot;&gt;Get a key at jina.ai&lt;/a&gt; (a new one has free tokens)</source>
        <translation>&lt;a href=&quot;{address}&quot;&gt;Einen Schlüssel bei jina.ai holen&lt;/a&gt; (ein neuer hat freie Tokens)</translation>
    </message>
    <message>
        <source>Get a key at jina.ai</source>
        <translation>Einen Schlüssel bei jina.ai holen</translation>
    </message>
    <message>
        <source>Paste the key here</source>
        <translation>Den Schlüssel hier einfügen</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>There is no keychain on this computer that could keep the key.</source>
        <translation>Auf diesem Computer gibt es keinen Schlüsselbund, der den Schlüssel aufbewahren könnte.</translation>
    </message>
    <message>
        <source>Use it until Copyholder is &amp;closed</source>
        <translation>Verwenden, bis Copyholder ge&amp;schlossen wird</translation>
    </message>
    <message>
        <source>Keep it &amp;unencrypted in a file that only you can read</source>
        <translation>&amp;Unverschlüsselt in einer Datei aufbewahren, die nur Sie lesen können</translation>
    </message>
    <message>
        <source>Taken from {variable}</source>
        <translation>Aus {variable} genommen</translation>
    </message>
    <message>
        <source>Kept in the keychain; type here to replace it</source>
        <translation>Im Schlüsselbund; tippen Sie hier, um ihn zu ersetzen</translation>
    </message>
    <message>
        <source>Kept in a private file; type here to replace it</source>
        <translation>In einer privaten Datei; tippen Sie hier, um ihn zu ersetzen</translation>
    </message>
    <message>
        <source>Models and local engines</source>
        <translation>Modelle und lokale Engines</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Revision</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Local engines</source>
        <translation>Lokale Engines</translation>
    </message>
    <message>
        <source>Made for</source>
        <translation>Gemacht für</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird angesehen…</translation>
    </message>
    <message>
        <source>&amp;Fetch…</source>
        <translation>&amp;Laden…</translation>
    </message>
    <message>
        <source>Another &amp;revision…</source>
        <translation>Andere &amp;Revision…</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>&amp;Verwenden</translation>
    </message>
    <message>
        <source>A folder I &amp;have…</source>
        <translation>Eigener &amp;Ordner…</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>&amp;Prüfen</translation>
    </message>
    <message>
        <source>&amp;Delete…</source>
        <translation>Lö&amp;schen…</translation>
    </message>
    <message>
        <source>&amp;Install…</source>
        <translation>&amp;Installieren…</translation>
    </message>
    <message>
        <source>Re&amp;move…</source>
        <translation>Ent&amp;fernen…</translation>
    </message>
    <message>
        <source>&amp;Fetch the rest…</source>
        <translation>Res&amp;t laden…</translation>
    </message>
    <message>
        <source>&amp;Install anew…</source>
        <translation>&amp;Neu installieren…</translation>
    </message>
    <message>
        <source>Another revision</source>
        <translation>Andere Revision</translation>
    </message>
    <message>
        <source>Revision of {name} (its commit, {n} characters).
Copyholder was tested with {revision}; others stand beside it.</source>
        <translation>Revision von {name} (ihr Commit, {n} Zeichen).
Copyholder wurde mit {revision} geprüft; andere stehen daneben.</translation>
    </message>
    <message>
        <source>A revision is {n} digits and letters a to f: copy it from the model&apos;s page.</source>
        <translation>Eine Revision besteht aus {n} Ziffern und Buchstaben a bis f: Kopieren Sie sie von der Seite des Modells.</translation>
    </message>
    <message>
        <source>A folder with the model</source>
        <translation>Ein Ordner mit dem Modell</translation>
    </message>
    <message>
        <source>Looking into {folder}…</source>
        <translation>{folder} wird angesehen…</translation>
    </message>
    <message>
        <source>It can be used: {size} of weights, with draft weights{sums}.</source>
        <translation>Es ist zu verwenden: {size} Gewichte, mit Entwurfsgewichten{sums}.</translation>
    </message>
    <message>
        <source>It can be used: {size} of weights, without draft weights{sums}.</source>
        <translation>Es ist zu verwenden: {size} Gewichte, ohne Entwurfsgewichte{sums}.</translation>
    </message>
    <message>
        <source>; {n} checksums are right</source>
        <translation>; {n} Prüfsummen stimmen</translation>
    </message>
    <message>
        <source>Delete {name} {revision} ({size})?</source>
        <translation>{name} {revision} ({size}) löschen?</translation>
    </message>
    <message>
        <source>It can be fetched again.</source>
        <translation>Es kann wieder geladen werden.</translation>
    </message>
    <message>
        <source>{name} {revision} is deleted.</source>
        <translation>{name} {revision} ist gelöscht.</translation>
    </message>
    <message>
        <source>Delete the libraries of {engine}?</source>
        <translation>Die Bibliotheken von {engine} löschen?</translation>
    </message>
    <message>
        <source>The model stays; the libraries can be installed again.</source>
        <translation>Das Modell bleibt; die Bibliotheken können wieder installiert werden.</translation>
    </message>
    <message>
        <source>The libraries of {engine} are deleted.</source>
        <translation>Die Bibliotheken von {engine} sind gelöscht.</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>It was not deleted: {error}.</source>
        <translation>Es wurde nicht gelöscht: {error}.</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>vollständig</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>Ihr eigenes</translation>
    </message>
    <message>
        <source>half fetched</source>
        <translation>halb geladen</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>{state}, in use</source>
        <translation>{state}, in Gebrauch</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Apple graphics</source>
        <translation>Apple-Grafik</translation>
    </message>
    <message>
        <source>installed on {date}</source>
        <translation>installiert am {date}</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>nicht installiert</translation>
    </message>
    <message>
        <source>about {size}</source>
        <translation>etwa {size}</translation>
    </message>
    <message>
        <source>not for this computer</source>
        <translation>nicht für diesen Computer</translation>
    </message>
    <message>
        <source>Get the model {name}</source>
        <translation>Das Modell {name} holen</translation>
    </message>
    <message>
        <source>Asking the hub…</source>
        <translation>Der Hub wird gefragt…</translation>
    </message>
    <message>
        <source>{files} files, {size}</source>
        <translation>{files} Dateien, {size}</translation>
    </message>
    <message>
        <source>{file} came damaged and is fetched once more.</source>
        <translation>{file} kam beschädigt an und wird noch einmal geladen.</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Fortfahren</translation>
    </message>
    <message>
        <source>Paused. What was fetched stays here.</source>
        <translation>Angehalten. Was geladen wurde, bleibt hier.</translation>
    </message>
    <message>
        <source>The model is here ({size}), its checksums are right.</source>
        <translation>Das Modell ist da ({size}), seine Prüfsummen stimmen.</translation>
    </message>
    <message>
        <source>{name} comes from its vendor&apos;s page ({size}). Read its licence first.</source>
        <translation>{name} kommt von der Seite seines Herstellers ({size}). Lesen Sie zuerst die Lizenz.</translation>
    </message>
    <message>
        <source>You use Copyholder commercially, which {licence} does not allow: ask the vendor, as below.</source>
        <translation>Sie nutzen Copyholder kommerziell, was {licence} nicht erlaubt: Fragen Sie den Hersteller, wie unten.</translation>
    </message>
    <message>
        <source>Licence of {name}</source>
        <translation>Lizenz von {name}</translation>
    </message>
    <message>
        <source>I have &amp;read this and accept {licence}</source>
        <translation>Ich habe dies &amp;gelesen und nehme {licence} an</translation>
    </message>
    <message>
        <source>&amp;Fetch the model</source>
        <translation>Modell &amp;laden</translation>
    </message>
    <message>
        <source>Progress of the download</source>
        <translation>Fortschritt des Ladens</translation>
    </message>
    <message>
        <source>Checking {file}</source>
        <translation>{file} wird geprüft</translation>
    </message>
    <message>
        <source>Fetching {file}</source>
        <translation>{file} wird geladen</translation>
    </message>
    <message>
        <source>{done} of {whole}</source>
        <translation>{done} von {whole}</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
    <message>
        <source>Go to page</source>
        <translation>Gehe zu Seite</translation>
    </message>
    <message>
        <source>&amp;Page (1 to {pages:,})</source>
        <translation>&amp;Seite (1 bis {pages:,})</translation>
    </message>
    <message>
        <source>&amp;Page (1 to {pages:,}, or as printed)</source>
        <translation>&amp;Seite (1 bis {pages:,}, oder wie gedruckt)</translation>
    </message>
    <message>
        <source>There is no such page.</source>
        <translation>Eine solche Seite gibt es nicht.</translation>
    </message>
    <message>
        <source>{label} is printed on page {page:,}: type /{label} for it</source>
        <translation>{label} ist auf Seite {page:,} gedruckt: dafür /{label} eingeben</translation>
    </message>
    <message>
        <source>Read pages</source>
        <translation>Seiten lesen</translation>
    </message>
    <message>
        <source>Read pages &amp;again that were read already</source>
        <translation>Schon gelesene Seiten &amp;erneut lesen</translation>
    </message>
    <message>
        <source>&amp;Pages (1 to {pages:,})</source>
        <translation>&amp;Seiten (1 bis {pages:,})</translation>
    </message>
    <message>
        <source>The document</source>
        <translation>Das Dokument</translation>
    </message>
    <message>
        <source>open a document first</source>
        <translation>öffnen Sie zuerst ein Dokument</translation>
    </message>
    <message>
        <source>this is the first page</source>
        <translation>das ist die erste Seite</translation>
    </message>
    <message>
        <source>this is the last page</source>
        <translation>das ist die letzte Seite</translation>
    </message>
    <message>
        <source>the page has no text yet</source>
        <translation>die Seite hat noch keinen Text</translation>
    </message>
    <message>
        <source>the page has not been edited</source>
        <translation>die Seite wurde nicht bearbeitet</translation>
    </message>
    <message>
        <source>no page has failed</source>
        <translation>keine Seite ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>nothing is being read</source>
        <translation>nichts wird gelesen</translation>
    </message>
    <message>
        <source>no service is chosen</source>
        <translation>kein Dienst ist gewählt</translation>
    </message>
    <message>
        <source>no other document</source>
        <translation>kein anderes Dokument</translation>
    </message>
    <message>
        <source>no page of it is split</source>
        <translation>keine Seite davon ist geteilt</translation>
    </message>
    <message>
        <source>not possible now</source>
        <translation>jetzt nicht möglich</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>Was möchten Sie tun?</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>No command fits.</source>
        <translation>Kein Befehl passt.</translation>
    </message>
    <message>
        <source>“{command}” cannot be done now: {why}.</source>
        <translation>„{command}“ geht jetzt nicht: {why}.</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>“{title}” is locked. Its &amp;password:</source>
        <translation>„{title}“ ist gesperrt. Das &amp;Passwort:</translation>
    </message>
    <message>
        <source>It is used for this document only and never stored.</source>
        <translation>Es wird nur für dieses Dokument verwendet und nie gespeichert.</translation>
    </message>
    <message>
        <source>Trying…</source>
        <translation>Wird versucht…</translation>
    </message>
    <message>
        <source>By the model&apos;s name</source>
        <translation>Nach dem Namen des Modells</translation>
    </message>
    <message>
        <source>Own profiles are TOML files in the folder “profiles” beside the settings.</source>
        <translation>Eigene Profile sind TOML-Dateien im Ordner „profiles“ neben den Einstellungen.</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open the folder of your own profiles</source>
        <translation>Den Ordner Ihrer eigenen Profile öffnen</translation>
    </message>
    <message>
        <source>{name} (your own)</source>
        <translation>{name} (Ihr eigenes)</translation>
    </message>
    <message>
        <source>There is no profile “{profile}” any more: choose another one.</source>
        <translation>Das Profil „{profile}“ gibt es nicht mehr: Wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be made: {why}.</source>
        <translation>Der Ordner {folder} kann nicht angelegt werden: {why}.</translation>
    </message>
    <message>
        <source>Words to find in everything you have read</source>
        <translation>Wörter, die in allem Gelesenen gesucht werden</translation>
    </message>
    <message>
        <source>Words to find</source>
        <translation>Suchwörter</translation>
    </message>
    <message>
        <source>The best {pages}; more words find fewer</source>
        <translation>Die besten {pages}; mehr Wörter finden weniger</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>Dropped: heads, feet, page numbers</source>
        <translation>Weggelassen: Kolumnentitel, Fußzeilen, Seitenzahlen</translation>
    </message>
    <message>
        <source>Joined over a page break</source>
        <translation>Über den Seitenumbruch verbunden</translation>
    </message>
    <message>
        <source>Table joined over a page break</source>
        <translation>Tabelle über den Seitenumbruch verbunden</translation>
    </message>
    <message>
        <source>Level of a heading</source>
        <translation>Ebene einer Überschrift</translation>
    </message>
    <message>
        <source>Footnote numbered</source>
        <translation>Fußnote nummeriert</translation>
    </message>
    <message>
        <source>List of contents</source>
        <translation>Inhaltsverzeichnis</translation>
    </message>
    <message>
        <source>Page {page} · {change}: {told}</source>
        <translation>Seite {page} · {change}: {told}</translation>
    </message>
    <message>
        <source>What putting the pages together changes</source>
        <translation>Was das Zusammensetzen der Seiten ändert</translation>
    </message>
    <message>
        <source>Looking through “{title}”…</source>
        <translation>„{title}“ wird durchgesehen…</translation>
    </message>
    <message>
        <source>Kind of change</source>
        <translation>Art der Änderung</translation>
    </message>
    <message>
        <source>All changes</source>
        <translation>Alle Änderungen</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>The text on the pages</source>
        <translation>Der Text auf den Seiten</translation>
    </message>
    <message>
        <source>The text in the document</source>
        <translation>Der Text im Dokument</translation>
    </message>
    <message>
        <source>On the pages</source>
        <translation>Auf den Seiten</translation>
    </message>
    <message>
        <source>In the document</source>
        <translation>Im Dokument</translation>
    </message>
    <message>
        <source>Nothing would be changed: the pages are written one after the other.</source>
        <translation>Nichts würde geändert: Die Seiten werden hintereinander geschrieben.</translation>
    </message>
    <message>
        <source>{places} would be changed. To leave something as it is on the pages, switch its step off in the export.</source>
        <translation>Zu ändern: {places}. Soll etwas bleiben wie auf den Seiten, schalten Sie den Schritt im Export aus.</translation>
    </message>
    <message>
        <source>Library storage</source>
        <translation>Speicher der Bibliothek</translation>
    </message>
    <message>
        <source>Documents of the library</source>
        <translation>Dokumente der Bibliothek</translation>
    </message>
    <message>
        <source>Pages read</source>
        <translation>Gelesene Seiten</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Clear the picture cache</source>
        <translation>Bildspeicher &amp;leeren</translation>
    </message>
    <message>
        <source>&amp;Move the library…</source>
        <translation>&amp;Bibliothek verlegen…</translation>
    </message>
    <message>
        <source>Library {database} · picture cache {cache}</source>
        <translation>Bibliothek {database} · Bildspeicher {cache}</translation>
    </message>
    <message>
        <source>these {n} documents</source>
        <translation>diesen {n} Dokumenten</translation>
    </message>
    <message>
        <source>Delete the readings and edits of {what}?</source>
        <translation>Lesungen und Änderungen von {what} löschen?</translation>
    </message>
    <message>
        <source>The file itself stays where it is.</source>
        <translation>Die Datei selbst bleibt, wo sie ist.</translation>
    </message>
    <message>
        <source>Move the library into</source>
        <translation>Die Bibliothek verlegen nach</translation>
    </message>
    <message>
        <source>remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>There is no engine with a model that could be measured here: Help → Engines says what is missing, and can fetch it.</source>
        <translation>Es gibt hier keine Engine mit einem Modell, die gemessen werden könnte: Hilfe → Engines sagt, was fehlt, und kann es laden.</translation>
    </message>
    <message>
        <source>Measure the speed</source>
        <translation>Die Geschwindigkeit messen</translation>
    </message>
    <message>
        <source> minutes at most</source>
        <translation> Minuten höchstens</translation>
    </message>
    <message>
        <source>Minutes at most</source>
        <translation>Höchstens Minuten</translation>
    </message>
    <message>
        <source>Looking for engines that can be measured…</source>
        <translation>Engines, die gemessen werden können, werden gesucht…</translation>
    </message>
    <message>
        <source>Whether something is being measured</source>
        <translation>Ob etwas gemessen wird</translation>
    </message>
    <message>
        <source>What was measured</source>
        <translation>Was gemessen wurde</translation>
    </message>
    <message>
        <source>What follows</source>
        <translation>Was daraus folgt</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Messen</translation>
    </message>
    <message>
        <source>&amp;Engine:</source>
        <translation>&amp;Engine:</translation>
    </message>
    <message>
        <source>The machine could not be looked at: {error}.</source>
        <translation>Der Rechner konnte nicht angesehen werden: {error}.</translation>
    </message>
    <message>
        <source>Measured on {date}; these settings are in use.</source>
        <translation>Gemessen am {date}; diese Einstellungen sind in Gebrauch.</translation>
    </message>
    <message>
        <source>Sample pages are read with different numbers of drafts and of pages at once. Nothing else is read meanwhile; what comes out best is used from then on.</source>
        <translation>Beispielseiten werden mit verschieden vielen Entwürfen und Seiten zugleich gelesen. Sonst wird so lange nichts gelesen; was am besten abschneidet, gilt von da an.</translation>
    </message>
    <message>
        <source>Starting the engine…</source>
        <translation>Die Engine startet…</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stopp</translation>
    </message>
    <message>
        <source>Measuring {title}…</source>
        <translation>{title} wird gemessen…</translation>
    </message>
    <message>
        <source>&amp;Measure again</source>
        <translation>&amp;Noch einmal messen</translation>
    </message>
    <message>
        <source>Measured: these settings are used from now on.</source>
        <translation>Gemessen: Diese Einstellungen gelten von jetzt an.</translation>
    </message>
    <message>
        <source>for one page</source>
        <translation>für eine Seite</translation>
    </message>
    <message>
        <source>for a queue</source>
        <translation>für eine Warteschlange</translation>
    </message>
    <message>
        <source>{text} and {why}</source>
        <translation>{text} und {why}</translation>
    </message>
    <message>
        <source>best {why}</source>
        <translation>am besten {why}</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Stoppt…</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Zelle</translation>
    </message>
    <message>
        <source>Used lately</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>Special characters</source>
        <translation>Sonderzeichen</translation>
    </message>
    <message>
        <source>Search by name</source>
        <translation>Nach Namen suchen</translation>
    </message>
    <message>
        <source>Search by name: em dash, alpha, U+2014…</source>
        <translation>Name (englisch): em dash, alpha, U+2014…</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>Click into the text first, where the character shall stand.</source>
        <translation>Klicken Sie zuerst in den Text, wo das Zeichen stehen soll.</translation>
    </message>
    <message>
        <source>No character has a name with these words.</source>
        <translation>Kein Zeichen hat einen Namen mit diesen Wörtern.</translation>
    </message>
    <message>
        <source>Fraction</source>
        <translation>Bruch</translation>
    </message>
    <message>
        <source>Root</source>
        <translation>Wurzel</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potenz</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Integral</source>
        <translation>Integral</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenzwert</translation>
    </message>
    <message>
        <source>Brackets that grow</source>
        <translation>Mitwachsende Klammern</translation>
    </message>
    <message>
        <source>Bar</source>
        <translation>Überstrich</translation>
    </message>
    <message>
        <source>Vector</source>
        <translation>Vektor</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Fallunterscheidung</translation>
    </message>
    <message>
        <source>Text within the formula</source>
        <translation>Text in der Formel</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Pi</source>
        <translation>Pi</translation>
    </message>
    <message>
        <source>Infinity</source>
        <translation>Unendlich</translation>
    </message>
    <message>
        <source>Less or equal</source>
        <translation>Kleiner oder gleich</translation>
    </message>
    <message>
        <source>Not equal</source>
        <translation>Ungleich</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Mal</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Formula, LaTeX source</source>
        <translation>Formel, LaTeX-Quelltext</translation>
    </message>
    <message>
        <source>Within the &amp;line</source>
        <translation>In der &amp;Zeile</translation>
    </message>
    <message>
        <source>On lines of its &amp;own</source>
        <translation>&amp;Abgesetzt</translation>
    </message>
    <message>
        <source>Not on this page; Return looks on the others.</source>
        <translation>Nicht auf dieser Seite; Return sucht auf den anderen.</translation>
    </message>
    <message>
        <source>This page is still being read; replace when it is finished.</source>
        <translation>Diese Seite wird noch gelesen; ersetzen Sie, wenn sie fertig ist.</translation>
    </message>
    <message>
        <source>Not in this document.</source>
        <translation>Nicht in diesem Dokument.</translation>
    </message>
    <message>
        <source>Not on this page; Return goes to page {page:,}.</source>
        <translation>Nicht auf dieser Seite; Return geht zu Seite {page:,}.</translation>
    </message>
    <message>
        <source>{n:,} place</source>
        <translation>{n:,} Stelle</translation>
    </message>
    <message>
        <source>{n:,} places</source>
        <translation>{n:,} Stellen</translation>
    </message>
    <message>
        <source>Replaced {places} on {pages}.</source>
        <translation>{places} auf {pages} ersetzt.</translation>
    </message>
    <message>
        <source>There is no such place.</source>
        <translation>Eine solche Stelle gibt es nicht.</translation>
    </message>
    <message>
        <source>Not set</source>
        <translation>Nicht festgelegt</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Centre</source>
        <translation>Mitte</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Cells of the table</source>
        <translation>Zellen der Tabelle</translation>
    </message>
    <message>
        <source>The &amp;first row has the headings</source>
        <translation>Die &amp;erste Zeile enthält die Überschriften</translation>
    </message>
    <message>
        <source>Align the column</source>
        <translation>Die Spalte ausrichten</translation>
    </message>
    <message>
        <source>Row &amp;above</source>
        <translation>Zeile &amp;darüber</translation>
    </message>
    <message>
        <source>Row &amp;below</source>
        <translation>Zeile darun&amp;ter</translation>
    </message>
    <message>
        <source>&amp;Delete row</source>
        <translation>Zeile &amp;löschen</translation>
    </message>
    <message>
        <source>&amp;Merge</source>
        <translation>&amp;Verbinden</translation>
    </message>
    <message>
        <source>Column to the &amp;left</source>
        <translation>Spalte l&amp;inks</translation>
    </message>
    <message>
        <source>Column to the &amp;right</source>
        <translation>Spalte &amp;rechts</translation>
    </message>
    <message>
        <source>D&amp;elete column</source>
        <translation>Spalte lö&amp;schen</translation>
    </message>
    <message>
        <source>&amp;Split</source>
        <translation>&amp;Aufteilen</translation>
    </message>
    <message>
        <source>Al&amp;ign the column</source>
        <translation>S&amp;palte ausrichten</translation>
    </message>
    <message>
        <source>A table like this is written as HTML, because Markdown has no merged cells and needs headings.</source>
        <translation>Eine solche Tabelle wird als HTML geschrieben, weil Markdown keine verbundenen Zellen kennt und Überschriften braucht.</translation>
    </message>
    <message>
        <source>Acceptance by draft position</source>
        <translation>Annahme nach Entwurfsposition</translation>
    </message>
    <message>
        <source>position {number}: {share}</source>
        <translation>Position {number}: {share}</translation>
    </message>
    <message>
        <source>◆ page {page:,}</source>
        <translation>◆ Seite {page:,}</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>no speed was reported while pages were read</source>
        <translation>während des Lesens wurde keine Geschwindigkeit gemeldet</translation>
    </message>
    <message>
        <source>no page has been read since the program started</source>
        <translation>seit dem Programmstart wurde keine Seite gelesen</translation>
    </message>
    <message>
        <source>{time} ago</source>
        <translation>vor {time}</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>K</source>
        <translation>K</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Vision</source>
        <translation>Sehen</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>Einlesen</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>Gesamt</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Tokens/step</source>
        <translation>Tokens/Schritt</translation>
    </message>
    <message>
        <source>Acceptance</source>
        <translation>Annahme</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Performance</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>A window of its own, or back</source>
        <translation>Eigenes Fenster, oder zurück</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>Als CSV kopieren</translation>
    </message>
    <message>
        <source>All pages of the document, for a spreadsheet (Ctrl+C in the table)</source>
        <translation>Alle Seiten des Dokuments, für eine Tabellenkalkulation (Strg+C in der Tabelle)</translation>
    </message>
    <message>
        <source>{n:,} page copied as CSV</source>
        <translation>{n:,} Seite als CSV kopiert</translation>
    </message>
    <message>
        <source>{n:,} pages copied as CSV</source>
        <translation>{n:,} Seiten als CSV kopiert</translation>
    </message>
    <message>
        <source>drafts counted on {n:,} page</source>
        <translation>Entwürfe auf {n:,} Seite gezählt</translation>
    </message>
    <message>
        <source>drafts counted on {n:,} pages</source>
        <translation>Entwürfe auf {n:,} Seiten gezählt</translation>
    </message>
    <message>
        <source>tok/s</source>
        <translation>Tok/s</translation>
    </message>
    <message>
        <source>chars/s</source>
        <translation>Zeichen/s</translation>
    </message>
    <message>
        <source>Figures of the pages</source>
        <translation>Zahlen zu den Seiten</translation>
    </message>
    <message>
        <source>Caption of the figure</source>
        <translation>Unterschrift der Abbildung</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Unterschrift</translation>
    </message>
    <message>
        <source>framed by you</source>
        <translation>von Ihnen gerahmt</translation>
    </message>
    <message>
        <source>found on the page</source>
        <translation>auf der Seite gefunden</translation>
    </message>
    <message>
        <source>Figure {number}, {kind}: {left} to {right} % across, {top} to {bottom} % down. {caption}</source>
        <translation>Abbildung {number}, {kind}: {left} bis {right} % waagrecht, {top} bis {bottom} % senkrecht. {caption}</translation>
    </message>
    <message>
        <source>Figures of the page</source>
        <translation>Abbildungen der Seite</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Abbildung</translation>
    </message>
    <message>
        <source>Left %</source>
        <translation>Links %</translation>
    </message>
    <message>
        <source>Top %</source>
        <translation>Oben %</translation>
    </message>
    <message>
        <source>Right %</source>
        <translation>Rechts %</translation>
    </message>
    <message>
        <source>Bottom %</source>
        <translation>Unten %</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>What is ticked goes into exports. Places are in per cent of the page&apos;s width and height.</source>
        <translation>Was angekreuzt ist, kommt in Exporte. Plätze sind in Prozent der Breite und Höhe der Seite.</translation>
    </message>
    <message>
        <source>No figure was found on this page. Add one here, or draw it on the page with “Add a figure”.</source>
        <translation>Auf dieser Seite wurde keine Abbildung gefunden. Fügen Sie hier eine hinzu, oder zeichnen Sie sie mit „Abbildung hinzufügen“ auf die Seite.</translation>
    </message>
    <message>
        <source>found</source>
        <translation>gefunden</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>{title}, page {page}: {text}</source>
        <translation>{title}, Seite {page}: {text}</translation>
    </message>
    <message>
        <source>page {page:,}</source>
        <translation>Seite {page:,}</translation>
    </message>
    <message>
        <source>downloading…</source>
        <translation>wird heruntergeladen…</translation>
    </message>
    <message>
        <source>opening…</source>
        <translation>wird geöffnet…</translation>
    </message>
    <message>
        <source>needs a password</source>
        <translation>braucht ein Passwort</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>wird gelesen</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>read</source>
        <translation>gelesen</translation>
    </message>
    <message>
        <source>could not be opened</source>
        <translation>konnte nicht geöffnet werden</translation>
    </message>
    <message>
        <source>not read yet</source>
        <translation>noch nicht gelesen</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>nicht gelesen</translation>
    </message>
    <message>
        <source>being read</source>
        <translation>wird gelesen</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>Enter password…</source>
        <translation>Passwort eingeben…</translation>
    </message>
    <message>
        <source>Enter it again…</source>
        <translation>Noch einmal eingeben…</translation>
    </message>
    <message>
        <source>Find the file…</source>
        <translation>Datei suchen…</translation>
    </message>
    <message>
        <source>Open again</source>
        <translation>Erneut öffnen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>Aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Read them again</source>
        <translation>Noch einmal lesen</translation>
    </message>
    <message>
        <source>Read it again</source>
        <translation>Noch einmal lesen</translation>
    </message>
    <message>
        <source>{n:,} document</source>
        <translation>{n:,} Dokument</translation>
    </message>
    <message>
        <source>{n:,} documents</source>
        <translation>{n:,} Dokumente</translation>
    </message>
    <message>
        <source>{n:,} flag</source>
        <translation>{n:,} Hinweis</translation>
    </message>
    <message>
        <source>{n:,} flags</source>
        <translation>{n:,} Hinweise</translation>
    </message>
    <message>
        <source>{n:,} doubt</source>
        <translation>{n:,} Zweifel</translation>
    </message>
    <message>
        <source>{n:,} doubts</source>
        <translation>{n:,} Zweifel</translation>
    </message>
    <message>
        <source>{n:,} token</source>
        <translation>{n:,} Token</translation>
    </message>
    <message>
        <source>{n:,} tokens</source>
        <translation>{n:,} Tokens</translation>
    </message>
    <message>
        <source>{n:,} character</source>
        <translation>{n:,} Zeichen</translation>
    </message>
    <message>
        <source>{n:,} characters</source>
        <translation>{n:,} Zeichen</translation>
    </message>
    <message>
        <source>{n:,} difference</source>
        <translation>{n:,} Unterschied</translation>
    </message>
    <message>
        <source>{n:,} differences</source>
        <translation>{n:,} Unterschiede</translation>
    </message>
    <message>
        <source>{n:,} blank</source>
        <translation>{n:,} Leerzeichen</translation>
    </message>
    <message>
        <source>{n:,} blanks</source>
        <translation>{n:,} Leerzeichen</translation>
    </message>
    <message>
        <source>downloading · {size}</source>
        <translation>wird heruntergeladen · {size}</translation>
    </message>
    <message>
        <source>downloading · {size} of {whole}</source>
        <translation>wird heruntergeladen · {size} von {whole}</translation>
    </message>
    <message>
        <source>checked</source>
        <translation>geprüft</translation>
    </message>
    <message>
        <source>{n:,} read</source>
        <translation>{n:,} gelesen</translation>
    </message>
    <message>
        <source>{n:,} failed</source>
        <translation>{n:,} fehlgeschlagen</translation>
    </message>
    <message>
        <source>{n:,} checked</source>
        <translation>{n:,} geprüft</translation>
    </message>
    <message>
        <source>checked {n:,} of {pages:,}</source>
        <translation>geprüft: {n:,} von {pages:,}</translation>
    </message>
    <message>
        <source>{n:,} flag left</source>
        <translation>noch {n:,} Hinweis</translation>
    </message>
    <message>
        <source>{n:,} flags left</source>
        <translation>noch {n:,} Hinweise</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>Page {page} of {pages}</source>
        <translation>Seite {page} von {pages}</translation>
    </message>
    <message>
        <source>in {n:.1f} seconds</source>
        <translation>in {n:.1f} Sekunden</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <source>{n:.0f} pages/min</source>
        <translation>{n:.0f} Seiten/min</translation>
    </message>
    <message>
        <source>under 1 page/min</source>
        <translation>unter 1 Seite/min</translation>
    </message>
    <message>
        <source>{n} tok/s</source>
        <translation>{n} Tok/s</translation>
    </message>
    <message>
        <source>{n} chars/s</source>
        <translation>{n} Zeichen/s</translation>
    </message>
    <message>
        <source>all pages read</source>
        <translation>alle Seiten gelesen</translation>
    </message>
    <message>
        <source>{n:,} page left</source>
        <translation>noch {n:,} Seite</translation>
    </message>
    <message>
        <source>{n:,} pages left</source>
        <translation>noch {n:,} Seiten</translation>
    </message>
    <message>
        <source>{n:,} document to open</source>
        <translation>noch {n:,} Dokument zu öffnen</translation>
    </message>
    <message>
        <source>{n:,} documents to open</source>
        <translation>noch {n:,} Dokumente zu öffnen</translation>
    </message>
    <message>
        <source>paused · {left}</source>
        <translation>angehalten · {left}</translation>
    </message>
    <message>
        <source>Built-in reader</source>
        <translation>Eingebauter Leser</translation>
    </message>
    <message>
        <source>Scripted engine (for tests)</source>
        <translation>Engine nach Skript (für Tests)</translation>
    </message>
    <message>
        <source>Transformers</source>
        <translation>Transformers</translation>
    </message>
    <message>
        <source>vLLM</source>
        <translation>vLLM</translation>
    </message>
    <message>
        <source>Jina API</source>
        <translation>Jina API</translation>
    </message>
    <message>
        <source>Jina Reader</source>
        <translation>Jina Reader</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Reads the text that a document carries, and recognises the letters of scans on this computer. It needs no network and no graphics card, and it cannot read formulas or handwriting well.</source>
        <translation>Liest den Text, den ein Dokument mitbringt, und erkennt die Buchstaben von Scans auf diesem Computer. Er braucht weder Netz noch Grafikkarte und kann Formeln oder Handschrift nicht gut lesen.</translation>
    </message>
    <message>
        <source>Reads the pictures of the pages with the model jina-ocr-v1 on this computer. It needs no network; without a graphics card it is slow.</source>
        <translation>Liest die Bilder der Seiten mit dem Modell jina-ocr-v1 auf diesem Computer. Braucht kein Netz; ohne Grafikkarte ist es langsam.</translation>
    </message>
    <message>
        <source>Reads the pictures of the pages with the model jina-ocr-v1 on this computer, many at once. It needs no network, but a graphics card (or patience), and Linux or WSL2.</source>
        <translation>Liest die Bilder der Seiten mit dem Modell jina-ocr-v1 auf diesem Computer, viele zugleich. Braucht kein Netz, aber eine Grafikkarte (oder Geduld) und Linux oder WSL2.</translation>
    </message>
    <message>
        <source>Sends the pictures of the pages to Jina&apos;s API, which reads them with the model jina-ocr-v1.</source>
        <translation>Sendet die Bilder der Seiten an die API von Jina, die sie mit dem Modell jina-ocr-v1 liest.</translation>
    </message>
    <message>
        <source>Lets Jina Reader fetch and read documents of the web, by their addresses.</source>
        <translation>Lässt Jina Reader Dokumente aus dem Web über ihre Adressen holen und lesen.</translation>
    </message>
    <message>
        <source>Sends the pictures of the pages to a server that speaks the OpenAI protocol.</source>
        <translation>Sendet die Bilder der Seiten an einen Server, der das OpenAI-Protokoll spricht.</translation>
    </message>
    <message>
        <source>Server {host}</source>
        <translation>Server {host}</translation>
    </message>
    <message>
        <source>read from the picture: no text layer</source>
        <translation>vom Bild gelesen: keine Textebene</translation>
    </message>
    <message>
        <source>read from the picture: text layer is a cipher</source>
        <translation>vom Bild gelesen: Textebene ist verschlüsselt</translation>
    </message>
    <message>
        <source>read from the picture: text layer is an old, poor recognition</source>
        <translation>vom Bild gelesen: Textebene ist eine alte, schlechte Erkennung</translation>
    </message>
    <message>
        <source>read from the picture: text layer differs from what is seen</source>
        <translation>vom Bild gelesen: Textebene weicht vom Sichtbaren ab</translation>
    </message>
    <message>
        <source>read from the picture: page is mostly picture</source>
        <translation>vom Bild gelesen: Seite ist überwiegend Bild</translation>
    </message>
    <message>
        <source>Model: {model}</source>
        <translation>Modell: {model}</translation>
    </message>
    <message>
        <source>Read in {time}</source>
        <translation>Gelesen in {time}</translation>
    </message>
    <message>
        <source>{n:,} token written</source>
        <translation>{n:,} Token geschrieben</translation>
    </message>
    <message>
        <source>{n:,} tokens written</source>
        <translation>{n:,} Tokens geschrieben</translation>
    </message>
    <message>
        <source>Accepted draft tokens: not reported</source>
        <translation>Angenommene Entwurfs-Tokens: nicht gemeldet</translation>
    </message>
    <message>
        <source>Accepted draft tokens: {share}</source>
        <translation>Angenommene Entwurfs-Tokens: {share}</translation>
    </message>
    <message>
        <source>Cost: about {dollars}</source>
        <translation>Kosten: etwa {dollars}</translation>
    </message>
    <message>
        <source>The file&apos;s own text is not what the page shows, so the page was read from its picture.</source>
        <translation>Der eigene Text der Datei ist nicht, was die Seite zeigt; daher wurde die Seite vom Bild gelesen.</translation>
    </message>
    <message>
        <source>This page has formulas, which this engine reads badly: compare them with the page.</source>
        <translation>Diese Seite enthält Formeln, die diese Engine schlecht liest: Vergleichen Sie sie mit der Seite.</translation>
    </message>
    <message>
        <source>This looks like handwriting, which this engine reads badly: compare it with the page.</source>
        <translation>Das sieht nach Handschrift aus, die diese Engine schlecht liest: Vergleichen Sie mit der Seite.</translation>
    </message>
    <message>
        <source>Some words were hard to read: compare them with the page.</source>
        <translation>Einige Wörter waren schwer zu lesen: Vergleichen Sie sie mit der Seite.</translation>
    </message>
    <message>
        <source>The file is damaged: this is what could still be read.</source>
        <translation>Die Datei ist beschädigt: Das ist, was noch zu lesen war.</translation>
    </message>
    <message>
        <source>The text breaks off: read the page again.</source>
        <translation>Der Text bricht ab: Lesen Sie die Seite noch einmal.</translation>
    </message>
    <message>
        <source>Parts of this page are in a script, which this engine cannot read: look under “Languages of scans”.</source>
        <translation>Teile dieser Seite sind in einer Schrift, die diese Engine nicht lesen kann: Siehe „Sprachen der Scans“.</translation>
    </message>
    <message>
        <source>Parts of this page are in the {script} script, which this engine cannot read: look under “Languages of scans”.</source>
        <translation>Teile dieser Seite sind in der Schrift {script}, die diese Engine nicht lesen kann: Siehe „Sprachen der Scans“.</translation>
    </message>
    <message>
        <source>starting…</source>
        <translation>startet…</translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>lädt…</translation>
    </message>
    <message>
        <source>starting again…</source>
        <translation>startet neu…</translation>
    </message>
    <message>
        <source>not running</source>
        <translation>läuft nicht</translation>
    </message>
    <message>
        <source>Chosen: {reason}.</source>
        <translation>Gewählt: {reason}.</translation>
    </message>
    <message>
        <source>This machine can do better: {engine}{about} reads formulas and tables too.</source>
        <translation>Dieser Rechner kann es besser: {engine}{about} liest auch Formeln und Tabellen.</translation>
    </message>
    <message>
        <source>about {dollars}</source>
        <translation>etwa {dollars}</translation>
    </message>
    <message>
        <source>about {dollars} of {limit}</source>
        <translation>etwa {dollars} von {limit}</translation>
    </message>
    <message>
        <source>{n} bytes</source>
        <translation>{n} Bytes</translation>
    </message>
    <message>
        <source>{n} kB</source>
        <translation>{n} kB</translation>
    </message>
    <message>
        <source>{n} MB</source>
        <translation>{n} MB</translation>
    </message>
    <message>
        <source>{n} GB</source>
        <translation>{n} GB</translation>
    </message>
    <message>
        <source>{n} TB</source>
        <translation>{n} TB</translation>
    </message>
    <message>
        <source>Flags of this page</source>
        <translation>Hinweise dieser Seite</translation>
    </message>
    <message>
        <source>Number differs</source>
        <translation>Zahl weicht ab</translation>
    </message>
    <message>
        <source>Word differs</source>
        <translation>Wort weicht ab</translation>
    </message>
    <message>
        <source>Text is lacking</source>
        <translation>Text fehlt</translation>
    </message>
    <message>
        <source>Not on the page</source>
        <translation>Nicht auf der Seite</translation>
    </message>
    <message>
        <source>Repeated</source>
        <translation>Wiederholt</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>Abgeschnitten</translation>
    </message>
    <message>
        <source>Blank page with text</source>
        <translation>Leere Seite mit Text</translation>
    </message>
    <message>
        <source>No text</source>
        <translation>Kein Text</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>Unsure</source>
        <translation>Unsicher</translation>
    </message>
    <message>
        <source>Unusual page</source>
        <translation>Ungewöhnliche Seite</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>Nicht gelesen</translation>
    </message>
    <message>
        <source>The picture is being read…</source>
        <translation>Das Bild wird gelesen…</translation>
    </message>
    <message>
        <source>Flag {flag} of {flags} on this page</source>
        <translation>Hinweis {flag} von {flags} auf dieser Seite</translation>
    </message>
    <message>
        <source>{n:,} flag on this page</source>
        <translation>{n:,} Hinweis auf dieser Seite</translation>
    </message>
    <message>
        <source>{n:,} flags on this page</source>
        <translation>{n:,} Hinweise auf dieser Seite</translation>
    </message>
    <message>
        <source>No flags on this page</source>
        <translation>Keine Hinweise auf dieser Seite</translation>
    </message>
    <message>
        <source>{n:,} dismissed</source>
        <translation>{n:,} verworfen</translation>
    </message>
    <message>
        <source>Being looked for in the picture: the words to compare the text with…</source>
        <translation>Im Bild werden die Wörter zum Vergleichen gesucht…</translation>
    </message>
    <message>
        <source>Not checked against the page: the built-in OCR read it, and is the only second reading there is here. Read the page with a model to have numbers and words compared.</source>
        <translation>Nicht mit der Seite verglichen: Die eingebaute OCR hat sie gelesen und ist hier die einzige zweite Lesung. Lesen Sie die Seite mit einem Modell, damit Zahlen und Wörter verglichen werden.</translation>
    </message>
    <message>
        <source>{kind}: {reason}</source>
        <translation>{kind}: {reason}</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Doubt</source>
        <translation>Zweifel</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>Anmerkung</translation>
    </message>
    <message>
        <source>Why this is flagged</source>
        <translation>Warum dieser Hinweis</translation>
    </message>
    <message>
        <source>About the second reading</source>
        <translation>Über die zweite Lesung</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Put the suggestion in (Return)</source>
        <translation>Den Vorschlag einsetzen (Return)</translation>
    </message>
    <message>
        <source>The text is right; do not flag it again (D)</source>
        <translation>Der Text stimmt; nicht wieder darauf hinweisen (D)</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Correct it in the source (E). Or type at once what is right, unless it begins with D or E</source>
        <translation>Im Quelltext berichtigen (E). Oder gleich das Richtige eingeben, außer es beginnt mit D oder E</translation>
    </message>
    <message>
        <source>Previous flag (Shift+F8)</source>
        <translation>Voriger Hinweis (Umschalt+F8)</translation>
    </message>
    <message>
        <source>Previous flag</source>
        <translation>Voriger Hinweis</translation>
    </message>
    <message>
        <source>Next flag (F8)</source>
        <translation>Nächster Hinweis (F8)</translation>
    </message>
    <message>
        <source>Next flag</source>
        <translation>Nächster Hinweis</translation>
    </message>
    <message>
        <source>All flags of this page</source>
        <translation>Alle Hinweise dieser Seite</translation>
    </message>
    <message>
        <source>List of this page&apos;s flags</source>
        <translation>Liste der Hinweise dieser Seite</translation>
    </message>
    <message>
        <source>Read the picture</source>
        <translation>Bild lesen</translation>
    </message>
    <message>
        <source>Have the picture read by the small OCR and compare with it</source>
        <translation>Das Bild von der kleinen OCR lesen lassen und damit vergleichen</translation>
    </message>
    <message>
        <source>Accept “{text}”</source>
        <translation>„{text}“ annehmen</translation>
    </message>
    <message>
        <source>Delete it</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>{words} (Return)</source>
        <translation>{words} (Return)</translation>
    </message>
    <message>
        <source>No flag is left in this document.</source>
        <translation>In diesem Dokument ist kein Hinweis mehr übrig.</translation>
    </message>
    <message>
        <source>Nothing is suggested here: edit the text, or dismiss the flag.</source>
        <translation>Hier wird nichts vorgeschlagen: Bearbeiten Sie den Text, oder verwerfen Sie den Hinweis.</translation>
    </message>
    <message>
        <source>The text was changed here, so the suggestion no longer fits.</source>
        <translation>Der Text wurde hier geändert, daher passt der Vorschlag nicht mehr.</translation>
    </message>
    <message>
        <source>All pages of this document that were read are checked.</source>
        <translation>Alle gelesenen Seiten dieses Dokuments sind geprüft.</translation>
    </message>
    <message>
        <source>Versions of page {page:,}</source>
        <translation>Versionen von Seite {page:,}</translation>
    </message>
    <message>
        <source>Left text</source>
        <translation>Linker Text</translation>
    </message>
    <message>
        <source>Right text</source>
        <translation>Rechter Text</translation>
    </message>
    <message>
        <source>Present difference</source>
        <translation>Jetziger Unterschied</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>&amp;Previous</source>
        <translation>&amp;Voriger</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Nächster</translation>
    </message>
    <message>
        <source>&amp;Take this one</source>
        <translation>Diesen ü&amp;bernehmen</translation>
    </message>
    <message>
        <source>Take &amp;all</source>
        <translation>&amp;Alle übernehmen</translation>
    </message>
    <message>
        <source>Struck out: only on the left. Underlined: only on the right. ▴: here the other text has more.</source>
        <translation>Durchgestrichen: nur links. Unterstrichen: nur rechts. ▴: Hier hat der andere Text mehr.</translation>
    </message>
    <message>
        <source>Present text, edited</source>
        <translation>Jetziger Text, bearbeitet</translation>
    </message>
    <message>
        <source>Present text</source>
        <translation>Jetziger Text</translation>
    </message>
    <message>
        <source>{number:,} of {differences}</source>
        <translation>{number:,} von {differences}</translation>
    </message>
    <message>
        <source>No differences</source>
        <translation>Keine Unterschiede</translation>
    </message>
    <message>
        <source>Choose the present text on one of the sides.</source>
        <translation>Wählen Sie auf einer der Seiten den jetzigen Text.</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Wird verglichen…</translation>
    </message>
    <message>
        <source>Both texts are the same.</source>
        <translation>Beide Texte sind gleich.</translation>
    </message>
    <message>
        <source>Only on the right: {text}</source>
        <translation>Nur rechts: {text}</translation>
    </message>
    <message>
        <source>Only on the left: {text}</source>
        <translation>Nur links: {text}</translation>
    </message>
    <message>
        <source>Left: {left}   Right: {right}</source>
        <translation>Links: {left}   Rechts: {right}</translation>
    </message>
    <message>
        <source>History of page {page:,}</source>
        <translation>Verlauf von Seite {page:,}</translation>
    </message>
    <message>
        <source>Readings and edits, the newest first</source>
        <translation>Lesungen und Änderungen, die neueste zuerst</translation>
    </message>
    <message>
        <source>Text of the chosen version</source>
        <translation>Text der gewählten Version</translation>
    </message>
    <message>
        <source>An edited text stays as it is when another reading is chosen.</source>
        <translation>Ein bearbeiteter Text bleibt, wie er ist, wenn eine andere Lesung gewählt wird.</translation>
    </message>
    <message>
        <source>&amp;Restore this text</source>
        <translation>Diesen Text &amp;wiederherstellen</translation>
    </message>
    <message>
        <source>&amp;Use this reading</source>
        <translation>Diese &amp;Lesung verwenden</translation>
    </message>
    <message>
        <source>&amp;Compare with the present text</source>
        <translation>Mit dem jetzigen Text &amp;vergleichen</translation>
    </message>
    <message>
        <source>{engine}, {time}</source>
        <translation>{engine}, {time}</translation>
    </message>
    <message>
        <source>present reading</source>
        <translation>jetzige Lesung</translation>
    </message>
    <message>
        <source>you</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>Back to the engine&apos;s text by {who}, {time}</source>
        <translation>Zurück zum Text der Engine durch {who}, {time}</translation>
    </message>
    <message>
        <source>Edit by {who}, {time}</source>
        <translation>Änderung durch {who}, {time}</translation>
    </message>
    <message>
        <source>Read again with another engine</source>
        <translation>Mit anderer Engine neu lesen</translation>
    </message>
    <message>
        <source>T&amp;his page ({page:,})</source>
        <translation>D&amp;iese Seite ({page:,})</translation>
    </message>
    <message>
        <source>Pa&amp;ges</source>
        <translation>Seite&amp;n</translation>
    </message>
    <message>
        <source>Pages, 1 to {pages:,}</source>
        <translation>Seiten, 1 bis {pages:,}</translation>
    </message>
    <message>
        <source>All that &amp;failed</source>
        <translation>Alle fe&amp;hlgeschlagenen</translation>
    </message>
    <message>
        <source>Which pages</source>
        <translation>Welche Seiten</translation>
    </message>
    <message>
        <source>The document has {pages}: name some of them.</source>
        <translation>Das Dokument hat {pages}: Nennen Sie einige davon.</translation>
    </message>
    <message>
        <source>Afrikaans</source>
        <translation>Afrikaans</translation>
    </message>
    <message>
        <source>Amharic</source>
        <translation>Amharisch</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>Arabisch</translation>
    </message>
    <message>
        <source>Azerbaijani</source>
        <translation>Aserbaidschanisch</translation>
    </message>
    <message>
        <source>Belarusian</source>
        <translation>Belarussisch</translation>
    </message>
    <message>
        <source>Bulgarian</source>
        <translation>Bulgarisch</translation>
    </message>
    <message>
        <source>Bangla</source>
        <translation>Bengalisch</translation>
    </message>
    <message>
        <source>Tibetan</source>
        <translation>Tibetisch</translation>
    </message>
    <message>
        <source>Bosnian</source>
        <translation>Bosnisch</translation>
    </message>
    <message>
        <source>Catalan</source>
        <translation>Katalanisch</translation>
    </message>
    <message>
        <source>Czech</source>
        <translation>Tschechisch</translation>
    </message>
    <message>
        <source>Welsh</source>
        <translation>Walisisch</translation>
    </message>
    <message>
        <source>Danish</source>
        <translation>Dänisch</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>Divehi</source>
        <translation>Dhivehi</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>Spanisch</translation>
    </message>
    <message>
        <source>Estonian</source>
        <translation>Estnisch</translation>
    </message>
    <message>
        <source>Basque</source>
        <translation>Baskisch</translation>
    </message>
    <message>
        <source>Persian</source>
        <translation>Persisch</translation>
    </message>
    <message>
        <source>Finnish</source>
        <translation>Finnisch</translation>
    </message>
    <message>
        <source>French</source>
        <translation>Französisch</translation>
    </message>
    <message>
        <source>Irish</source>
        <translation>Irisch</translation>
    </message>
    <message>
        <source>Galician</source>
        <translation>Galicisch</translation>
    </message>
    <message>
        <source>Gujarati</source>
        <translation>Gujarati</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>Hebräisch</translation>
    </message>
    <message>
        <source>Hindi</source>
        <translation>Hindi</translation>
    </message>
    <message>
        <source>Croatian</source>
        <translation>Kroatisch</translation>
    </message>
    <message>
        <source>Hungarian</source>
        <translation>Ungarisch</translation>
    </message>
    <message>
        <source>Armenian</source>
        <translation>Armenisch</translation>
    </message>
    <message>
        <source>Indonesian</source>
        <translation>Indonesisch</translation>
    </message>
    <message>
        <source>Icelandic</source>
        <translation>Isländisch</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>Italienisch</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japanisch</translation>
    </message>
    <message>
        <source>Georgian</source>
        <translation>Georgisch</translation>
    </message>
    <message>
        <source>Kazakh</source>
        <translation>Kasachisch</translation>
    </message>
    <message>
        <source>Khmer</source>
        <translation>Khmer</translation>
    </message>
    <message>
        <source>Kannada</source>
        <translation>Kannada</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Koreanisch</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>Latein</translation>
    </message>
    <message>
        <source>Lao</source>
        <translation>Laotisch</translation>
    </message>
    <message>
        <source>Lithuanian</source>
        <translation>Litauisch</translation>
    </message>
    <message>
        <source>Latvian</source>
        <translation>Lettisch</translation>
    </message>
    <message>
        <source>Macedonian</source>
        <translation>Mazedonisch</translation>
    </message>
    <message>
        <source>Malayalam</source>
        <translation>Malayalam</translation>
    </message>
    <message>
        <source>Mongolian</source>
        <translation>Mongolisch</translation>
    </message>
    <message>
        <source>Marathi</source>
        <translation>Marathi</translation>
    </message>
    <message>
        <source>Malay</source>
        <translation>Malaiisch</translation>
    </message>
    <message>
        <source>Maltese</source>
        <translation>Maltesisch</translation>
    </message>
    <message>
        <source>Burmese</source>
        <translation>Birmanisch</translation>
    </message>
    <message>
        <source>Nepali</source>
        <translation>Nepalesisch</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>Niederländisch</translation>
    </message>
    <message>
        <source>Norwegian Bokmål</source>
        <translation>Norwegisch (Bokmål)</translation>
    </message>
    <message>
        <source>Odia</source>
        <translation>Oriya</translation>
    </message>
    <message>
        <source>Punjabi</source>
        <translation>Pandschabi</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>Polnisch</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>Portugiesisch</translation>
    </message>
    <message>
        <source>Romanian</source>
        <translation>Rumänisch</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>Russisch</translation>
    </message>
    <message>
        <source>Sanskrit</source>
        <translation>Sanskrit</translation>
    </message>
    <message>
        <source>Sinhala</source>
        <translation>Singhalesisch</translation>
    </message>
    <message>
        <source>Slovak</source>
        <translation>Slowakisch</translation>
    </message>
    <message>
        <source>Slovenian</source>
        <translation>Slowenisch</translation>
    </message>
    <message>
        <source>Albanian</source>
        <translation>Albanisch</translation>
    </message>
    <message>
        <source>Serbian</source>
        <translation>Serbisch</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>Schwedisch</translation>
    </message>
    <message>
        <source>Swahili</source>
        <translation>Suaheli</translation>
    </message>
    <message>
        <source>Tamil</source>
        <translation>Tamil</translation>
    </message>
    <message>
        <source>Telugu</source>
        <translation>Telugu</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>Thai</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>Türkisch</translation>
    </message>
    <message>
        <source>Ukrainian</source>
        <translation>Ukrainisch</translation>
    </message>
    <message>
        <source>Urdu</source>
        <translation>Urdu</translation>
    </message>
    <message>
        <source>Uzbek</source>
        <translation>Usbekisch</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>Vietnamesisch</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>Chinesisch</translation>
    </message>
    <message>
        <source>Copying…</source>
        <translation>Wird kopiert…</translation>
    </message>
    <message>
        <source>Nothing is selected. Select a part of the text first.</source>
        <translation>Nichts ist ausgewählt. Wählen Sie zuerst einen Teil des Textes aus.</translation>
    </message>
    <message>
        <source>Something else was copied meanwhile; the clipboard keeps that.</source>
        <translation>Inzwischen wurde etwas anderes kopiert; das bleibt in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The selection</source>
        <translation>Die Auswahl</translation>
    </message>
    <message>
        <source>{n} page of “{{title}}” looks like a double page of a book.</source>
        <translation>{n} Seite von „{{title}}“ sieht wie eine Doppelseite eines Buches aus.</translation>
    </message>
    <message>
        <source>{n} pages of “{{title}}” look like double pages of a book.</source>
        <translation>{n} Seiten von „{{title}}“ sehen wie Doppelseiten eines Buches aus.</translation>
    </message>
    <message>
        <source>Split…</source>
        <translation>Teilen…</translation>
    </message>
    <message>
        <source>{n} double page of “{{title}}” is split.</source>
        <translation>{n} Doppelseite von „{{title}}“ ist geteilt.</translation>
    </message>
    <message>
        <source>{n} double pages of “{{title}}” are split.</source>
        <translation>{n} Doppelseiten von „{{title}}“ sind geteilt.</translation>
    </message>
    <message>
        <source>Join halves again</source>
        <translation>Hälften wieder verbinden</translation>
    </message>
    <message>
        <source>The double pages of “{title}” are whole again.</source>
        <translation>Die Doppelseiten von „{title}“ sind wieder ganz.</translation>
    </message>
    <message>
        <source>Split double pages of “{title}”</source>
        <translation>Doppelseiten von „{title}“ teilen</translation>
    </message>
    <message>
        <source>Looking through the pages…</source>
        <translation>Die Seiten werden durchgesehen…</translation>
    </message>
    <message>
        <source>&amp;All</source>
        <translation>&amp;Alle</translation>
    </message>
    <message>
        <source>&amp;None</source>
        <translation>&amp;Keine</translation>
    </message>
    <message>
        <source>Left page first</source>
        <translation>Linke Seite zuerst</translation>
    </message>
    <message>
        <source>Right page first (Hebrew, Arabic, vertical Japanese)</source>
        <translation>Rechte Seite zuerst (Hebräisch, Arabisch, senkrechtes Japanisch)</translation>
    </message>
    <message>
        <source>&amp;Order:</source>
        <translation>&amp;Reihenfolge:</translation>
    </message>
    <message>
        <source>No page of this document is wider than it is high: there is nothing to split.</source>
        <translation>Keine Seite dieses Dokuments ist breiter als hoch: Es gibt nichts zu teilen.</translation>
    </message>
    <message>
        <source>{n} page looks like a double page. Drag the line to where its pages meet.</source>
        <translation>{n} Seite sieht wie eine Doppelseite aus. Ziehen Sie die Linie dorthin, wo ihre Seiten sich treffen.</translation>
    </message>
    <message>
        <source>{n} pages look like double pages. Drag the lines to where their pages meet.</source>
        <translation>{n} Seiten sehen wie Doppelseiten aus. Ziehen Sie die Linien dorthin, wo ihre Seiten sich treffen.</translation>
    </message>
    <message>
        <source>No page looks like a double page. Tick those that are to be split all the same.</source>
        <translation>Keine Seite sieht wie eine Doppelseite aus. Kreuzen Sie an, welche trotzdem geteilt werden sollen.</translation>
    </message>
    <message>
        <source>&amp;Split {n} page</source>
        <translation>{n} Seite &amp;teilen</translation>
    </message>
    <message>
        <source>&amp;Split {n} pages</source>
        <translation>{n} Seiten &amp;teilen</translation>
    </message>
    <message>
        <source>Double pages</source>
        <translation>Doppelseiten</translation>
    </message>
    <message>
        <source>Drag the line to where the pages meet</source>
        <translation>Die Linie dorthin ziehen, wo die Seiten sich treffen</translation>
    </message>
    <message>
        <source>will be split at {place} %</source>
        <translation>wird bei {place} % geteilt</translation>
    </message>
    <message>
        <source>stays one page</source>
        <translation>bleibt eine Seite</translation>
    </message>
    <message>
        <source>Marks under unknown words need an extra package: {command}</source>
        <translation>Marken unter unbekannten Wörtern brauchen ein weiteres Paket: {command}</translation>
    </message>
    <message>
        <source>No dictionary was found for {names}: install it, or choose a folder in the settings.</source>
        <translation>Für {names} wurde kein Wörterbuch gefunden: Installieren Sie es, oder wählen Sie in den Einstellungen einen Ordner.</translation>
    </message>
    <message>
        <source>The preview ends here, because the text of this page is very long. “Source” shows all of it.</source>
        <translation>Die Vorschau endet hier, weil der Text dieser Seite sehr lang ist. „Quelltext“ zeigt ihn ganz.</translation>
    </message>
    <message>
        <source>Leave without the changes?</source>
        <translation>Ohne die Änderungen verlassen?</translation>
    </message>
    <message>
        <source>Go on editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
    <message>
        <source>Discard the changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
</context>
</TS>
