"""What tests ask of a page's columns."""

#: Room in front of the text: a row may be wider than its column.
AT_ITS_BEGINNING = {"x": 70, "y": 6}


def rows(page, column, marks=""):
    """The texts of a column's rows, those with all of the marks: ``.pin.exact``."""
    return page.evaluate(
        "selector => [...document.querySelectorAll(selector)].map(row => row.querySelector('code').textContent.trim())",
        f"#pane-{column} .row[data-row]{marks}",
    )


def related(page, column):
    """The texts of the rows that belong to what is picked."""
    return page.evaluate(
        "selector => [...document.querySelectorAll(selector)].map(row => row.querySelector('code').textContent.trim())",
        ", ".join(f"#pane-{column} .row.{mark}" for mark in ("pin", "exact", "through")),
    )


def click(page, column, text):
    """Clicks the first row of a column with that text."""
    page.locator(f"#pane-{column} .row[data-row]", has_text=text).first.click(position=AT_ITS_BEGINNING)


def address_of(*columns):
    """What behind the page's address opens these columns."""
    return f"#columns={'.'.join(columns)}"


def choose_pass(page, name, last=False):
    """Chooses a pass by its name, of several the first or the last."""
    names = page.locator("#pane-wave .pass select option").all_text_contents()
    numbers = [number for number, text in enumerate(names) if text.split()[-1] == name]
    assert numbers, names
    page.locator("#pane-wave .pass select").select_option(str(numbers[-1 if last else 0]))
